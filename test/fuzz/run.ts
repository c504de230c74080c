/** Runs the fuzzer with more edits than the tests or another seed: `npm run fuzz -- --edits 20000 --seed 1`. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: { edits: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const [edits, seed] = [Number(values.edits), Number(values.seed)];
if (!Number.isInteger(edits) || edits < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run fuzz -- --edits <number> --seed <number>');
  process.exit(2);
}
const before = performance.now();
const { slowest, heap, ...counts } = await fuzz({ edits, seed });
console.log(
  `seed ${seed}: ${counts.edits} edits in ${((performance.now() - before) / 1000).toFixed(1)} s, ${counts.findings} findings, ${counts.fixed} fixes applied, ${counts.quick} documents read both ways, ${counts.completions} completions`,
);
console.log(
  `slowest answer: ${slowest.what}, ${slowest.milliseconds.toFixed(0)} ms (edit ${slowest.edit}); heap after collection: ${heap[0].toFixed(1)} -> ${heap[1].toFixed(1)} MB`,
);
