/**
 * Tests that no rule reports a finding for valid manifests as users write them. Each folder of test/corpus/valid is a
 * workspace, and each of its files is also checked alone. The files of test/corpus/unrelated belong to other software
 * and must have no findings or hints at all. The head of a file has `# modelled on: <repo path>` or `text <id> of the
 * public index`, otherwise `# made up: <what>`. It can also have `# release: 1.9`, `1.8 to 1.12`, or `all` (the newest
 * by default), and `# known: <rule> <why>` for information about a placeholder, or for a false positive that isn't
 * fixed yet. A known finding must still occur, so that its line is removed with the fix.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { newestRelease, releases, type Release } from '#core/product/releases.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { readInputs, type Input } from '#server/cli/io/inputs.ts';
import { embeddedRules } from '#server/embedded/rules/index.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { createWorkspaceSnapshot, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

const corpus = path.resolve(import.meta.dirname, '../../../corpus');

/** Minimum number of files. A lower number means that files were deleted. */
const least = { right: 100, foreign: 25 };

/** Kinds that can't be in valid manifests, because a rule reports every one of them. */
const neverRight = new Set(['PeerPodConfig']);

interface Head {
  readonly releases: readonly Release[];
  readonly known: ReadonlySet<string>;
  readonly modelledOn: string | undefined;
}

function headOf({ name, text }: Input): Head {
  const value = (word: string) =>
    [...text.matchAll(new RegExp(`^# ${word}: (.+)$`, 'gm'))].map(([, found]) => found ?? '');
  const [asked = newestRelease.id] = value('release');
  const [first = '', last = first] = asked === 'all' ? [releases[0]?.id, newestRelease.id] : asked.split(' to ');
  const at = (id: string) => releases.findIndex((release) => release.id === id);
  const meant = releases.slice(at(first), at(last) + 1);
  assert.ok(at(first) !== -1 && meant.length > 0, `${name}: no such release: ${asked}`);
  return {
    releases: meant,
    known: new Set(value('known').map((line) => line.split(' ')[0] ?? '')),
    modelledOn: [...value('modelled on'), ...value('made up')][0],
  };
}

/** Returns the findings in a file as `rule line: message`. */
async function findings(
  { uri, text }: Input,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
  hints: boolean,
): Promise<Map<string, string>> {
  const found = await checkFile(uri, readDocuments(text), {
    release,
    severities: new Map(),
    workspace,
    yamlCheckedElsewhere: false,
    embeddedRules: () => Promise.resolve(embeddedRules),
    onError: (message) => assert.fail(message),
  });
  const shown = (found ?? []).filter(({ severity }) => hints || severity !== 'hint');
  return new Map(
    shown.map(({ rule, severity, message, start }) => [
      toPublicRuleId(rule.id),
      `OSC ${release.id}, ${workspace === undefined ? 'alone' : 'in its folder'}, line ${text.slice(0, start).split('\n').length}: ${severity} ${toPublicRuleId(rule.id)}: ${message}`,
    ]),
  );
}

/** Returns the folders of a part of the corpus, with their files as the command line reads them. */
async function groups(part: 'valid' | 'unrelated'): Promise<[name: string, files: readonly Input[]][]> {
  const root = path.join(corpus, part);
  const names = readdirSync(root).toSorted();
  return Promise.all(
    names.map(async (name): Promise<[string, readonly Input[]]> => {
      const { files, unreadable, empty } = await readInputs([path.join(root, name)], () =>
        Promise.resolve(new Uint8Array()),
      );
      assert.deepEqual({ unreadable, empty }, { unreadable: [], empty: [] });
      return [`${part}/${name}`, files];
    }),
  );
}

const right = await groups('valid');
const foreign = await groups('unrelated');

for (const [hints, parts] of [
  [false, right],
  [true, foreign],
] as const) {
  for (const [group, files] of parts) {
    describe(group, () => {
      const workspace = createWorkspaceSnapshot(files);
      for (const file of files) {
        test(path.relative(path.join(corpus, group), path.resolve(file.name)), async () => {
          const head = headOf(file);
          assert.ok((head.modelledOn ?? '').length > 10, 'says what it is modelled on, or that it is made up');
          const alarms: string[] = [];
          const seen = new Set<string>();
          for (const release of hints ? releases : head.releases) {
            for (const facts of [workspace, undefined]) {
              for (const [rule, message] of await findings(file, release, facts, hints)) {
                seen.add(rule);
                if (!head.known.has(rule)) alarms.push(message);
              }
            }
          }
          assert.deepEqual(alarms, []);
          assert.deepEqual(
            [...head.known].filter((rule) => !seen.has(rule)),
            [],
            'known false alarms that are gone: delete their lines',
          );
        });
      }
    });
  }
}

describe('the corpus', () => {
  const count = (parts: typeof right) => parts.reduce((sum, [, files]) => sum + files.length, 0);

  test('contains at least the expected number of files', () => {
    assert.ok(count(right) >= least.right, `${count(right)} right manifests`);
    assert.ok(count(foreign) >= least.foreign, `${count(foreign)} files of other software`);
  });

  test('contains a valid manifest of every kind', () => {
    const seen = new Set(
      right.flatMap(([, files]) =>
        files.flatMap(({ text }) =>
          readDocuments(text).flatMap(({ document }) => document.manifests.map(({ kind }) => kind.id)),
        ),
      ),
    );
    assert.deepEqual(
      knownKinds.map(({ id }) => id).filter((id) => !seen.has(id) && !neverRight.has(id)),
      [],
    );
  });

  test('has findings after a mistake is added', async () => {
    const file = right
      .flatMap(([, files]) => files)
      .find(({ name }) => name.endsWith(path.join('documents-1.12-aws', 'peer-pods-cm.yaml')));
    assert.ok(file !== undefined);
    const broken = { ...file, text: file.text.replace('CLOUD_PROVIDER: "aws"', 'CLOUD_PROVIDER: "AWS"') };
    assert.ok((await findings(broken, newestRelease, undefined, false)).has('osc/ppcm-provider'));
  });
});
