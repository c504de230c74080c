/** Tests the limits for reading one text with any content, and a whole source. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MustGatherBudget } from '#gather/limits/budget.ts';
import { fileLimits, totals, type FileLimits, type Totals } from '#gather/limits/limits.ts';
import { readYamlObjects, type RawObject } from '#gather/objects/readObjects.ts';
import { readGather } from '#gather/read/readMustGather.ts';
import type { MustGatherReadResult } from '#gather/read/mustGatherReadResult.ts';
import { UnreadableSourceError } from '#gather/sources/mustGatherSource.ts';
import type { FileToWrite } from '#simulator/mustGather/mustGatherFiles.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { memorySource, readFiles } from '#test/support/mustGather/gatherStage.ts';

const nodes = 'x/cluster-scoped-resources/core/nodes';
const node = (name: string): FileToWrite => ({
  path: `${nodes}/${name}.yaml`,
  text: `metadata:\n  name: ${name}\n  uid: ${name}\n`,
});
const crio = (name: string): FileToWrite => ({
  path: `x/nodes/${name}/${name}_logs_crio`,
  text: 'a line\n'.repeat(100),
});

/** Returns all objects of a text, or undefined if the text can't be read. */
function objectsOf(text: string, limits: FileLimits = fileLimits): readonly RawObject[] | undefined {
  const read = readYamlObjects(text, new MustGatherBudget(), (object) => object, limits);
  return read.ok ? read.value : undefined;
}

function itemsWithAliases(count: number): string {
  const items = Array.from(
    { length: count },
    (_, index) => `- metadata: {name: n${index}, uid: u${index}}\n  a: *shared\n  b: *shared\n  c: *shared\n`,
  );
  return `base: &shared {x: y}\nitems:\n${items.join('')}`;
}

describe('YAML of a must-gather', () => {
  test('is read in linear time with three aliases in each of 20,000 items', async () => {
    const read = await readFiles([{ path: `${nodes}.yaml`, text: itemsWithAliases(20_000) }]);
    assert.equal(read.snapshot.nodes.items.size, 20_000);
    await assertProportional((part) => readFiles([{ path: `${nodes}.yaml`, text: itemsWithAliases(5000 * part) }]));
  });

  test('resolves an alias to the last anchor before it', () => {
    const objects = objectsOf('items:\n- a: &x 1\n- b: *x\n- c: &x {d: e}\n- f: *x\n  *x : g\n');
    assert.equal(objects, undefined, 'a map is no key');
    const raws = objectsOf('items:\n- a: &x 1\n- b: *x\n- c: &x {d: e}\n- f: *x\n')?.map(({ raw }) => raw);
    assert.deepEqual(raws, [{ a: 1 }, { b: 1 }, { c: { d: 'e' } }, { f: { d: 'e' } }]);
  });

  test('is reported if an alias has no anchor, refers to itself, or adds too many nodes', async () => {
    const bomb = Array.from(
      { length: 30 },
      (_, index) => `a${index}: &a${index} [${index === 0 ? 'x, x' : `*a${index - 1}, *a${index - 1}`}]\n`,
    ).join('');
    for (const text of ['a: *nothing\n', 'a: &a [*a]\n', bomb]) {
      const { gaps } = await readFiles([{ path: `${nodes}/bad.yaml`, text }, node('good')]);
      assert.ok(gaps.includes(`${nodes}/bad.yaml isn't valid YAML.`), text.slice(0, 20));
    }
  });

  test('contains the same objects at the same lines whether it is parsed at once or in pieces', () => {
    let state = 31;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const fields = [
      'a: b\n',
      'text: |\n  - no item\n\n  items:\n',
      'list:\n- x\n- y: z\n',
      'deep:\n  # a comment\n  - {c: [1, 2]}\n',
      '"quoted": "- a\n    b"\n',
      '__proto__: {x: 1}\n',
      '\n',
    ];
    for (let run = 0; run < 200; run += 1) {
      const indent = ' '.repeat(random(2) * 2);
      const lineEnd = random(4) === 0 ? '\r\n' : '\n';
      const items = Array.from({ length: 1 + random(8) }, (_, number) => {
        const lines =
          `name: n${number}\n${Array.from({ length: random(4) }, () => fields[random(fields.length)]).join('')}`
            .trimEnd()
            .split('\n');
        return lines
          .map((line, index) => (line === '' ? '' : `${indent}${index === 0 ? '- ' : '  '}${line}`))
          .join('\n');
      });
      const text =
        `${random(2) === 0 ? '---\n' : ''}apiVersion: v1\nitems:\n${items.join('\n')}\nkind: List\nmetadata:\n  resourceVersion: ""\n`.replaceAll(
          '\n',
          lineEnd,
        );
      const [whole, pieces] = [
        objectsOf(text, { ...fileLimits, partsOfPiece: Infinity }),
        objectsOf(text, { ...fileLimits, partsOfPiece: 1 }),
      ];
      assert.equal(whole?.length, items.length, text);
      assert.deepEqual(pieces, whole, text);
      const lines = text.split(lineEnd);
      for (const [index, { from }] of (pieces ?? []).entries()) assert.equal(lines[from], `${indent}- name: n${index}`);
      // With a second key of that name, the text isn't in the list format of oc, so the parser reads all of it at once.
      assert.deepEqual(objectsOf(`${text}items: none${lineEnd}`), whole, text);
    }
  });

  test('is parsed in pieces if it is a list and otherwise at once, up to a limit of parts', async () => {
    const items = Array.from(
      { length: 1000 },
      (_, index) => `- metadata:\n    name: n${index}\n  spec: {a: b, c: d}\n`,
    ).join('');
    const smaller = { ...fileLimits, partsAtOnce: 2000, partsOfPiece: 500 };
    assert.equal(objectsOf(`items:\n${items}`, smaller)?.length, 1000);
    assert.equal(objectsOf(`all:\n${items}`, smaller), undefined);
    assert.equal(objectsOf(`all:\n${items}`)?.length, 1);
    const { gaps } = await readFiles([
      { path: `${nodes}/one.yaml`, text: `all:\n${'- a\n'.repeat(150_001)}` },
      node('good'),
    ]);
    assert.ok(
      gaps.includes(
        `${nodes}/one.yaml contains an object with more than 300,000 YAML elements. The report omits this file.`,
      ),
      gaps.join('\n'),
    );
  });

  test('is read or reported in linear time for any structure', async () => {
    const shapes: readonly (readonly [string, (count: number) => string])[] = [
      ['deep flow', (count) => '['.repeat(count)],
      ['deep flow maps', (count) => '{a: '.repeat(count / 2)],
      ['deep lists', (count) => '- '.repeat(count)],
      ['deep keys', (count) => '? '.repeat(count)],
      [
        'deep maps',
        (count) => Array.from({ length: Math.sqrt(count) }, (_, index) => `${' '.repeat(index)}a:\n`).join(''),
      ],
      ['documents', (count) => '---\n'.repeat(count)],
      ['errors', (count) => 'a: ]\n'.repeat(count / 4)],
      ['keys that are lists', (count) => '? &a [b]\n: x\n'.repeat(count / 4)],
      ['anchors', (count) => Array.from({ length: count / 2 }, (_, index) => `- &a${index} x\n`).join('')],
      ['items', (count) => `items:\n${'-\n'.repeat(count)}`],
      ['lists in lists', (count) => `items:\n${'items:\n- a\n'.repeat(count / 4)}`],
    ];
    for (const [what, make] of shapes)
      await assertProportional(
        (part) => readFiles([{ path: `${nodes}/bad.yaml`, text: make(30_000 * part) }, node('good')]),
        what,
      );
  });
});

describe('text of a must-gather that mentions Secrets', () => {
  const fields = 'metadata:\n  name: bad\n  uid: bad\n  annotations:\n    machineconfiguration.openshift.io/reason:';

  test('leaves the rest readable with one value of millions of characters', async () => {
    for (const value of ['A'.repeat(12_000_000), 'ab'.repeat(6_000_000), `|\n${'      +\n'.repeat(250_000)}`]) {
      const { snapshot } = await readFiles([
        { path: `${nodes}/bad.yaml`, text: `# Secret\n${fields} ${value}\n` },
        node('good'),
      ]);
      assert.deepEqual([...snapshot.nodes.items.keys()], ['bad', 'good'], value.slice(0, 20));
    }
  });

  test('is omitted when the CPU time limit is reached before all of it is analyzed', async () => {
    let looks = 0;
    const budget = { cpu: () => (looks += 1) * 1000, totals: { ...totals, cpuBase: 8000, cpuPerMebibyte: 0 } };
    const text = `# Secret\n${fields} a\n${'# a comment\n'.repeat(2_000_000)}`;
    await assert.rejects(readGather(memorySource([{ path: `${nodes}/bad.yaml`, text }]), { budget }), /CPU time/);
  });

  test('contains no credentials from any of its pieces', async () => {
    const secret = (name: string) => `- kind: Secret\n  stringData:\n    any: canary-${name}-value\n`;
    const items = `${secret('first')}- text: ${'x '.repeat(2_500_000)}\n${secret('last')}`;
    const named =
      'metadata:\n  name: n\n  uid: n\n  annotations:\n    machineconfiguration.openshift.io/reason: canary-first-value and canary-last-value\n';
    const { snapshot } = await readFiles([
      { path: `${nodes}/a.yaml`, text: named },
      { path: `${nodes}.yaml`, text: `items:\n${items}` },
    ]);
    const kept = JSON.stringify([...snapshot.nodes.items.values()]);
    assert.match(kept, /\*\*\* and \*\*\*/);
    assert.doesNotMatch(kept, /canary/);
  });
});

describe('budget for a whole must-gather', () => {
  const read = (
    files: readonly FileToWrite[],
    smaller: Partial<Totals>,
    cpu?: () => number,
  ): Promise<MustGatherReadResult> =>
    readGather(memorySource(files), {
      budget: { totals: { ...totals, ...smaller }, ...(cpu === undefined ? {} : { cpu }) },
    });

  test('omits logs after the byte limit and still reads objects', async () => {
    const { gaps, snapshot } = await read([crio('a'), crio('b'), crio('c'), node('n')], { logBytes: 1000 });
    assert.equal(
      gaps[0],
      'The report covers only the first 0 GiB of logs. The report omits 2 files, starting with x/nodes/b/b_logs_crio.',
    );
    assert.equal(snapshot.nodes.items.size, 1);
  });

  test('omits files with objects after the byte, document, object, or memory limit and still reads logs', async () => {
    for (const [smaller, words] of [
      [{ objectBytes: 40 }, 'The report covers only the first 0 GiB of files with objects.'],
      [{ documents: 1 }, 'The report covers only the first 1 YAML documents.'],
      [{ objects: 1 }, 'The report covers only the first 1 objects.'],
      [{ keptBytes: 200 }, 'The report covers only the objects that fit in 0 MiB of memory.'],
    ] as const) {
      const { gaps, snapshot, read: count } = await read([node('a'), node('b'), node('c'), crio('d')], smaller);
      assert.equal(gaps[0], `${words} The report omits 2 files, starting with ${nodes}/b.yaml.`);
      assert.deepEqual([...snapshot.nodes.items.keys()], ['a']);
      assert.equal(count, 2);
    }
  });

  test('stops reading when the CPU time limit is reached', async () => {
    let now = 0;
    const clock = (): number => (now += 1000);
    const { gaps, files } = await read(
      Array.from({ length: 100 }, (_, index) => node(`n${index}`)),
      { cpuBase: 15_000 },
      clock,
    );
    assert.match(
      gaps[0] ?? '',
      /^The report covers only the files that were read before the CPU time limit .* was reached\. The report omits x\/.*\/n\d\.yaml and all files after it\.$/,
    );
    assert.ok(files < 20, String(files));
  });

  test('grants a larger source more CPU time, up to a limit', () => {
    const allowed = (sourceBytes: number): number => {
      let now = 0;
      const budget = new MustGatherBudget({ sourceBytes, cpu: () => now });
      for (;;) {
        now += 1000;
        try {
          budget.checkTime();
        } catch {
          return now - 1000;
        }
      }
    };
    assert.deepEqual([0, 2 ** 20, 10 * 2 ** 20, 2 ** 40].map(allowed), [20_000, 25_000, 70_000, 600_000]);
  });

  test('rejects a must-gather when a limit prevents reading any file, and names the limit', async () => {
    await assert.rejects(
      read([node('a')], { objects: 0 }),
      (error) => error instanceof UnreadableSourceError && /only the first 0 objects/.test(error.message),
    );
  });

  test('is large enough for the files of a large cluster', async () => {
    const files = Array.from({ length: 500 }, (_, index) => node(`n${index}`));
    const { gaps, snapshot } = await readFiles(files);
    assert.equal(snapshot.nodes.items.size, 500);
    assert.ok(!gaps.some((gap) => gap.includes('covers only')), gaps.join('\n'));
  });
});
