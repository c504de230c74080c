/** Provides the context that language services require, without a server. */
import assert from 'node:assert/strict';
import { newestRelease } from '#core/product/releases.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';

/** Creates a context of an empty workspace without a cluster. A service that logs anything fails the test. */
export function languageContext(more: Partial<LanguageContext> = {}): LanguageContext {
  return {
    settingsFor: () =>
      Promise.resolve({ release: newestRelease, severities: new Map(), exclude: [], codeLens: true, inlayHints: true }),
    fileAt: () => undefined,
    workspace: undefined,
    cluster: undefined,
    client: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    options: {},
    yamlExtension: { active: false, validates: false, completes: false, hovers: false },
    regoExtension: { active: false },
    log: (message) => assert.fail(message),
    ...more,
  };
}
