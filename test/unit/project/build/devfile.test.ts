/**
 * Tests devfile.yaml, with which Dev Spaces opens this repository. The schema is the part of the devfile schema that
 * the file uses. Source: devfile/api@368ea4e93a4c9b772240eefc80b2ac24e42c5ee2 schemas/latest/devfile.json (2.3.0).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { getString } from '#core/common/json.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { manifest } from '#test/support/repository/manifest.ts';

interface Devfile {
  schemaVersion: string;
  metadata: { name: string; displayName: string };
  components: {
    name: string;
    container: {
      image: string;
      mountSources: boolean;
      memoryRequest: string;
      memoryLimit: string;
      cpuLimit: string;
      env: { name: string; value: string }[];
    };
  }[];
  commands: {
    id: string;
    exec: {
      label: string;
      component: string;
      workingDir: string;
      commandLine: string;
      group: { kind: string; isDefault: boolean };
    };
  }[];
  events: { postStart: string[] };
}

/** Names of components and IDs of commands, which become names of Kubernetes objects. */
const id = { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' } as const;
const text = { type: 'string', minLength: 1 } as const;
/** A Kubernetes quantity. */
const quantity = { type: 'string', pattern: '^[1-9][0-9]*(m|Mi|Gi)?$' } as const;

function object<P extends object>(properties: P) {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false } as const;
}

const container = object({
  image: text,
  mountSources: { type: 'boolean' },
  memoryRequest: quantity,
  memoryLimit: quantity,
  cpuLimit: quantity,
  env: { type: 'array', items: object({ name: text, value: text }) },
});
const exec = object({
  label: text,
  component: id,
  workingDir: text,
  commandLine: text,
  group: object({
    kind: { type: 'string', enum: ['build', 'run', 'test', 'debug', 'deploy'] },
    isDefault: { type: 'boolean' },
  }),
});
const schema = object({
  schemaVersion: { type: 'string', pattern: String.raw`^2\.\d+\.\d+$` },
  metadata: object({ name: id, displayName: text }),
  components: { type: 'array', items: object({ name: id, container }) },
  commands: { type: 'array', items: object({ id, exec }) },
  events: object({ postStart: { type: 'array', items: id } }),
});

const isDevfile = new Ajv({ allErrors: true }).compile<Devfile>(schema);

function readDevfile(): Devfile {
  const value: unknown = parse(readFileSync(path.join(repositoryRoot, 'devfile.yaml'), 'utf8'));
  assert.ok(isDevfile(value), JSON.stringify(isDevfile.errors));
  return value;
}

describe('devfile.yaml', () => {
  test('has only known fields, with values of the right type', () => {
    const { commands, ...others } = readDevfile();
    assert.ok(!isDevfile({ ...others, commands: commands.map((command) => ({ ...command, attributes: 1 })) }));
    assert.ok(!isDevfile({ ...others, commands, schemaVersion: '1.0.0' }));
  });

  test('refers only to its own components and commands', () => {
    const { components, commands, events } = readDevfile();
    const names = components.map(({ name }) => name);
    const ids = commands.map((command) => command.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const command of commands) assert.ok(names.includes(command.exec.component), command.id);
    for (const event of events.postStart) assert.ok(ids.includes(event), event);
    const defaults = commands.map(({ exec: { group } }) => group.kind);
    assert.equal(new Set(defaults).size, defaults.length, 'at most one command of a kind is the default');
  });

  test('builds the package that the editor installs', () => {
    const { components, commands, events } = readDevfile();
    const installed = components[0]?.container.env.find(({ name }) => name === 'DEFAULT_EXTENSIONS')?.value ?? '';
    assert.match(installed, /^\/tmp\/[\w-]+\.vsix$/);
    const start = commands.filter((command) => events.postStart.includes(command.id));
    assert.ok(start.some(({ exec: { commandLine } }) => commandLine.includes(`npm run package; then`)));
    assert.ok(start.some(({ exec: { commandLine } }) => commandLine.includes(` ${installed}\n`)));
  });

  test('runs valid shell commands and scripts of package.json', () => {
    for (const { exec: command } of readDevfile().commands) {
      const { status, stderr } = spawnSync('sh', ['-n'], { input: command.commandLine, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      for (const [, script] of command.commandLine.matchAll(/\bnpm run ([\w:-]+)/g))
        assert.ok(getString(manifest, 'scripts', script ?? '') !== undefined, script);
    }
  });

  test("starts the workspace even if the extension can't be built", () => {
    const { commands, events } = readDevfile();
    for (const { id: name, exec: command } of commands.filter((one) => events.postStart.includes(one.id))) {
      const script = `npm() { return 1; }\nset -e\n${command.commandLine}`;
      const { status, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
      assert.equal(status, 0, name);
      assert.match(stdout, /wasn't built/);
    }
  });
});
