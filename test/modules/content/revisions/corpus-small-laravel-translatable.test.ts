import { testApp } from '../../../support/app.js';
import { testCorpus } from './whole-corpus.js';

testCorpus(await testApp(), { name: 'small-laravel-translatable', root: 'docs' });
