import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scenarios } from '#simulator/scenarios/index.ts';

test('docs/simulator.md lists every scenario with its summary in order', () => {
  const text = readFileSync(new URL('../../../../docs/simulator.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## The clusters'), text.indexOf('## A session'));
  const rows = [...section.matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)].map(
    ([, name, summary]) => `${name ?? ''}: ${summary ?? ''}`,
  );
  assert.deepEqual(
    rows,
    scenarios.map(({ name, summary }) => `${name}: ${summary}`),
  );
});
