import { testApp } from '../../../support/app.js';
import { testCorpus } from './whole-corpus.js';

testCorpus(await testApp(), { name: 'large-rocketchat-dev', root: '' });
