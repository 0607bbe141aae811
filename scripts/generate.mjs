import { generateStore } from './generate-store.mjs';

// `npm run generate`: everything that is generated and not committed; free where it is up to date.

const start = performance.now();
const done = generateStore();
console.error(done ? `store generated in ${Math.round(performance.now() - start)} ms` : 'store is up to date');
