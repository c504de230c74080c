import * as l10n from '@vscode/l10n';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { withoutCallout } from '../shared/calloutNumber.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { withoutQuotes } from '../shared/pastedValue.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Log level names of other software that have exactly one equivalent. */
const foreign: Readonly<Record<string, string>> = { warning: 'warn', err: 'error', information: 'info' };

/** All levels. The default is first. */
const levels: readonly string[] = ['info', ...Object.keys(logLevels).filter((level) => level !== 'info')];

export default defineRule({
  id: 'kataconfig-loglevel',
  title: () => l10n.t`Invalid CRI-O log level`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`The value of \`logLevel\` isn't a CRI-O log level. The CRD accepts any string, so \`oc apply\` succeeds. However, the operator creates a ContainerRuntimeConfig with this value, which the Machine Config Operator rejects (\`invalid LogLevel ..., must be one of error, fatal, panic, warn, info, debug, or trace\`). The log level never changes.

Use one of these values, in lowercase.`,
  source: [
    'openshift/machine-config-operator@004574ec pkg/controller/container-runtime-config/helpers.go',
    'OSC 1.12 §6.3',
  ],
  *check({ manifest }) {
    const node = findYamlNode(manifest.root, ['spec', 'logLevel']);
    if (node?.type !== 'scalar' || typeof node.value !== 'string' || node.unknown) return;
    if (node.value === '' || Object.hasOwn(logLevels, node.value)) return;
    const level = meant(node.value);
    const isSure = level !== undefined && node.anchored !== true;
    const fixes = (node.borrowed ? [] : level === undefined ? levels : [level]).map((right): Fix => ({
      title: l10n.t`Change to ${right}`,
      edits: [replaceNode(node, right)],
      sure: isSure,
    }));
    const advice =
      level === undefined ? l10n.t`Use one of ${Object.keys(logLevels).join(', ')}.` : l10n.t`Use ${level}.`;
    yield {
      start: node.start,
      end: node.end,
      message: `${l10n.t`Invalid log level "${sanitizeQuote(node.value)}", so the Machine Config Operator rejects it and the log level doesn't change.`}${getSentenceSeparator()}${advice}`,
      fixes,
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: verbose
#           ^^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: warning
#           ^^^^^^^ want
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
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: Info 1
#           ^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
`,
    },
  ],
});

/** Returns the level that was intended, or undefined if uncertain. */
function meant(written: string): string | undefined {
  // Typographic quotes from a word processor are part of the value.
  const level = withoutQuotes(withoutCallout(written.slice(0, 200))).toLowerCase();
  const known = Object.hasOwn(foreign, level) ? foreign[level] : Object.hasOwn(logLevels, level) ? level : undefined;
  if (known !== undefined) return known;
  const near = findNearestName(level, Object.keys(logLevels));
  return near?.sure === true ? near.name : undefined;
}
