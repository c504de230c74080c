import * as l10n from '@vscode/l10n';
import { kindIds } from '#core/kinds/index.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

export default defineRule({
  id: 'yaml-duplicate-key',
  title: () => l10n.t`The same key twice`,
  severity: 'error',
  appliesTo: kindIds,
  saidByYamlExtension: true,
  why: () =>
    l10n.t`\`oc\` refuses a map that has a key twice (\`key "logLevel" already set in map\`); readers that do not refuse it keep the last one without a word.`,
  source: ['kubernetes-sigs/yaml@742f5e6f (UnmarshalStrict)'],
  *check({ problems }) {
    for (const { code, message, start, end } of problems) {
      if (code === 'DUPLICATE_KEY')
        yield {
          start,
          end,
          message: l10n.t`"${sanitizeQuote(message)}" is already set above: oc refuses the file. Keep one of them.`,
        };
    }
  },
  examples: [
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
