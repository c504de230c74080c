/** Tests the editor features with 20,000 random edits. `npm run fuzz` runs more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';

test('editor features handle 20,000 random edits without memory growth', async (context) => {
  const { edits, findings, fixed, completions, answered, slowest, heap } = await fuzz({ edits: 20_000, seed: 1 });
  context.diagnostic(
    `${edits} edits, ${findings} findings, ${fixed} fixes, ${completions} completions, ${JSON.stringify(answered)}; slowest ${slowest.what} ${slowest.milliseconds.toFixed(0)} ms; heap ${heap[0].toFixed(1)} -> ${heap[1].toFixed(1)} MB`,
  );
  // A run that finds and fixes nothing has tested nothing.
  assert.ok(findings > 5000 && fixed > 50 && completions > 200);
  for (const [what, count] of Object.entries(answered)) assert.ok(count > 0, `no ${what}`);
  assert.ok(heap[1] - heap[0] < 15, `the heap grew from ${heap[0].toFixed(1)} to ${heap[1].toFixed(1)} MB`);
});
