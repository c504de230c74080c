/**
 * SARIF 2.1.0. The published schema comes with no package that we use; the parts of it that we write are held here,
 * strictly (nothing that is not named), with names and constraints as OASIS SARIF 2.1.0 has them (sections 3.13 to 3.49).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { bad, clean, folderOf, head, lint } from './osc.ts';

const text = { type: 'string', minLength: 1 };
const object = (required: readonly string[], properties: Record<string, unknown>) => ({ type: 'object', required, properties, additionalProperties: false });
const level = { enum: ['none', 'note', 'warning', 'error'] };
const whole = (minimum: number) => ({ type: 'integer', minimum });
const message = object(['text'], { text, markdown: text });
const rule = object(['id', 'shortDescription', 'fullDescription', 'help'], {
  id: text,
  name: { type: 'string', pattern: '^[A-Z][A-Za-z]+$' },
  shortDescription: message,
  fullDescription: message,
  help: message,
  helpUri: { type: 'string', format: 'uri' },
  defaultConfiguration: object(['level'], { level }),
});
const artifactLocation = object(['uri'], { uri: { type: 'string', pattern: '^[^ \\\\]+$' }, uriBaseId: { const: 'ROOT' } });
const region = object(['startLine', 'startColumn', 'endLine', 'endColumn'], {
  startLine: whole(1),
  startColumn: whole(1),
  endLine: whole(1),
  endColumn: whole(1),
});
const result = object(['ruleId', 'ruleIndex', 'level', 'message', 'locations'], {
  ruleId: text,
  ruleIndex: whole(0),
  level,
  message,
  locations: {
    type: 'array',
    minItems: 1,
    items: object(['physicalLocation'], { physicalLocation: object(['artifactLocation', 'region'], { artifactLocation, region }) }),
  },
});
const run = object(['tool', 'results', 'columnKind'], {
  tool: object(['driver'], {
    driver: object(['name', 'version', 'rules'], { name: text, version: text, informationUri: text, rules: { type: 'array', items: rule, uniqueItems: true } }),
  }),
  columnKind: { const: 'utf16CodeUnits' },
  originalUriBaseIds: object(['ROOT'], { ROOT: object(['uri'], { uri: { type: 'string', pattern: '^file:///.*/$' } }) }),
  results: { type: 'array', items: result },
});
const validate = new Ajv({ strict: false, validateFormats: false }).compile(
  object(['$schema', 'version', 'runs'], { $schema: text, version: { const: '2.1.0' }, runs: { type: 'array', minItems: 1, maxItems: 1, items: run } }),
);

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { id: string }[] } };
      readonly results: readonly {
        ruleId: string;
        ruleIndex: number;
        level: string;
        locations: readonly [{ physicalLocation: { artifactLocation: { uri: string }; region: unknown } }];
      }[];
    },
  ];
}

async function sarif(args: readonly string[], options: { cwd?: string; input?: string }): Promise<Sarif['runs'][0]> {
  const { stdout } = await lint(['--format', 'sarif', ...args], options);
  const log: unknown = JSON.parse(stdout);
  assert.ok(validate(log), JSON.stringify(validate.errors));
  return (log as unknown as Sarif).runs[0];
}

test('findings, with their rules and places', { timeout: 30_000 }, async () => {
  const cwd = folderOf({ 'a b/ü#1.yaml': bad, 'z.yaml': `${head}  namespace: x\nspec:\n  logLevel: debug\n` });
  const { results, tool } = await sarif(['.'], { cwd });
  assert.deepEqual(
    results.map((found) => [found.ruleId, found.level, found.locations[0].physicalLocation.artifactLocation.uri]),
    [
      ['osc/kataconfig-loglevel', 'error', 'a%20b/%C3%BC%231.yaml'],
      ['osc/kataconfig-namespaced', 'warning', 'z.yaml'],
      ['osc/kataconfig-loglevel-debug', 'note', 'z.yaml'],
    ],
  );
  for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
  assert.deepEqual(results[0]?.locations[0].physicalLocation.region, { startLine: 6, startColumn: 13, endLine: 6, endColumn: 18 });
});

test('nothing found, and standard input', { timeout: 30_000 }, async () => {
  assert.deepEqual((await sarif(['-'], { input: clean })).results, []);
  assert.equal((await sarif(['-'], { input: bad })).results[0]?.locations[0].physicalLocation.artifactLocation.uri, 'stdin');
});

test('the check of the format is one that can fail', () => {
  assert.equal(validate({ $schema: 'x', version: '2.1.0', runs: [{}] }), false);
});
