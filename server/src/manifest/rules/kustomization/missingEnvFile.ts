import * as l10n from '@vscode/l10n';
import { kustomizationKind } from '#core/kinds/kustomization.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { envFileUri } from '#server/engine/workspace/envFiles.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { asKnownString } from '../shared/ownObjects.ts';
import { listGenerators } from './builtObjects.ts';
import { featureGateGenerator } from './exampleKustomizations.ts';

export default defineRule({
  id: 'kustomize-missing-file',
  title: () => l10n.t`Missing env file for a kustomize generator`,
  severity: 'error',
  appliesTo: [kustomizationKind.id],
  needs: ['workspace'],
  why: () =>
    l10n.t`A generator in a kustomization reads its keys from an env file that doesn't exist, so kustomize fails and builds nothing. Only \`osc-tools lint\` reports this. For a Secret, the severity is information, because files with credentials are often created before the build, and aren't stored in the repository.

Create the file, or remove it from \`envs\`.`,
  source: ['kubernetes-sigs/kustomize@12f9e639 api/kv/kv.go (keyValuesFromEnvFile)'],
  *check(context) {
    const missing = context.workspace?.missingEnvFiles;
    if (missing === undefined || missing.size === 0) return;
    for (const { kind, node } of listGenerators(context)) {
      const list = findYamlNode(node, ['envs']);
      for (const item of [...(list?.type === 'seq' ? list.items : []), findYamlNode(node, ['env'])]) {
        const name = asKnownString(item);
        const file = name === undefined ? undefined : envFileUri(context.uri, name.text);
        if (name === undefined || file === undefined || !missing.has(file)) continue;
        yield {
          start: name.start,
          end: name.end,
          // Files with credentials are often created before the build, and aren't stored in the repository.
          ...(kind.kind === 'Secret' ? { severity: 'info' } : {}),
          message: l10n.t`The env file ${sanitizeQuote(name.text, maxName)} doesn't exist, so kustomize fails. Create it, or remove it here.`,
        };
      }
    }
  },
  examples: () => [
    {
      avoid: featureGateGenerator('    envs:', '      - gates.env', '#       ^^^^^^^^^ want'),
      prefer: featureGateGenerator('    literals:', '      - confidential=true'),
      missingFiles: ['gates.env'],
    },
  ],
});

/** Maximum length of a file name in a message. */
const maxName = 80;
