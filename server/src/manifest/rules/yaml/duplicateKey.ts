import * as l10n from '@vscode/l10n';
import { kindIds } from '#core/kinds/index.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

export default defineRule({
  id: 'yaml-duplicate-key',
  title: () => l10n.t`Duplicate key`,
  severity: 'error',
  appliesTo: kindIds,
  coveredByYamlExtension: true,
  why: () =>
    l10n.t`The mapping contains the same key twice. \`oc\` rejects the file (\`key "logLevel" already set in map\`). Other parsers silently use the last value.

Remove one of the two lines.`,
  source: ['kubernetes-sigs/yaml@742f5e6f yaml.go (UnmarshalStrict)'],
  *check({ problems }) {
    for (const { code, message, start, end } of problems) {
      if (code === 'DUPLICATE_KEY')
        yield {
          start,
          end,
          message: l10n.t`The key "${sanitizeQuote(message)}" occurs more than once, so oc rejects the file. Keep only one of the lines.`,
        };
    }
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
  logLevel: warn
# ^^^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: warn
`,
    },
  ],
});
