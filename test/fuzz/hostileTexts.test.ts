/** Tests hostile texts: the server handles or rejects each one within 1 second, and the next edit in it too. */
import { embeddedRules } from '#server/embedded/rules/index.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRelevantDocument } from '#client/language/documents/isRelevantDocument.ts';
import { newestRelease } from '#core/product/releases.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { findBlankPrefix } from '#server/manifest/completion/blankPrefix.ts';
import { indexFile } from '#server/engine/workspace/workspaceSnapshot.ts';
import { slowness } from '../support/performance/slowness.ts';
import { stopwatch } from '../support/performance/stopwatch.ts';
import { bombs, crowds } from './hostileTexts.ts';
import { Features } from './serverFeatures.ts';

/** Maximum CPU time of a step, in milliseconds: 1 second on a computer of typical speed, even next to other tests. */
const limit = 1000 * slowness();
const uri = 'file:///bomb.yaml';

for (const [group, texts] of Object.entries({ bombs, crowds })) {
  describe(group === 'crowds' ? 'file with very many documents' : 'hostile document', () => {
    for (const [name, make] of Object.entries(texts)) {
      test(`is processed within the time limit: ${name}`, async (context) => {
        const text = make();
        const features = new Features();
        const spent: string[] = [];
        const timed = async <T>(what: string, run: () => T | Promise<T>): Promise<T> => {
          const spentSince = stopwatch();
          const answer = await run();
          const milliseconds = spentSince();
          if (milliseconds > 50) spent.push(`${what} ${milliseconds.toFixed(0)} ms`);
          assert.ok(milliseconds < limit, `${what} took ${milliseconds.toFixed(0)} ms`);
          return answer;
        };
        const documents = await timed('open', () => features.reset(text));
        const findings = await timed('check', () => check(documents));
        for (const { message, fixes } of findings) {
          assert.ok(message.length <= 500, `a message of ${message.length} characters`);
          for (const { title } of fixes) assert.ok(title.length <= 120, `a title of ${title.length} characters`);
        }
        assert.ok(findings.length <= 10_000 || group === 'crowds', `${findings.length} findings`);
        await timed('fix all', () => selectCompatibleEdits(findings.flatMap(({ fixes }) => fixes.slice(0, 1))));
        await timed('features', () => features.ask(Math.min(text.length, 20)));
        await timed('facts', () => indexFile(uri, text, documents));
        await timed('skeletons', () => findBlankPrefix(text, text.length));
        await timed('start', () =>
          isRelevantDocument({ languageId: 'yaml', uri: { scheme: 'file', path: '/a.yaml' }, getText: () => text }),
        );
        const edited = await timed('edit', () => features.edit(text.length, text.length, ' '));
        await timed('check again', () => check(edited));
        if (spent.length > 0) context.diagnostic(spent.join(', '));
      });
    }
  });
}

async function check(documents: readonly PlacedDocument[]) {
  const environment = {
    release: newestRelease,
    severities: new Map(),
    workspace: createWorkspaceSnapshot([]),
    yamlCheckedElsewhere: false,
    embeddedRules: () => Promise.resolve(embeddedRules),
    onError: (message: string) => assert.fail(message),
  };
  return (await checkFile(uri, documents, environment)) ?? assert.fail('the check was given up');
}
