import * as l10n from '@vscode/l10n';
import { listWrittenMetadata } from '#core/kinds/closedFields.ts';
import { developmentKataConfigFields, proposedKataConfigFields } from '#core/kinds/kataConfig.ts';
import { removedKataConfigFields } from '#core/status/kataConfig/removedFields.ts';
import { findMapEntry, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { crdWith } from '../customResources/examples.ts';
import { getSentenceSeparator, joinSentences, splitSentences } from '#core/text/grammar.ts';

/** Path of the selector, which has its own rule for misplaced labels. */
const selectorPath = 'spec.kataConfigPoolSelector';

export default defineRule({
  id: 'kataconfig-unknown-field',
  title: () => l10n.t`Unknown field`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`The KataConfig contains a field that isn't in its CRD, for example because of a typo or because an older release had the field. With strict validation, \`oc\` rejects the KataConfig. Without strict validation, the API server silently drops the field, and the default applies.

The severity is information for a field that is known only from unreleased source code, because a later release might support it.

Correct the field name, or remove the field.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml',
    'OSC 1.12 for AWS, chapter 4 (writes enablePeerpods)',
    'OSC 1.12 §3.3',
  ],
  *check(context) {
    for (const error of context.schemaErrors()) {
      if (error.type !== 'unknown-field') continue;
      const entry = findMapEntry(error.parent, error.field);
      // Directives such as `$patch` in a kustomize patch never reach the cluster.
      if (entry === undefined || entry.key.unknown || error.field.startsWith('$')) continue;
      const parent = error.path.filter((step) => typeof step === 'string').join('.');
      const known = knownFields(context, parent);
      const near = findNearestName(error.field, known);
      if (parent === selectorPath && near === undefined) continue;
      yield describe(context, { entry, map: error.parent, parent, near, known });
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
  enablePeerpods: true
# ^^^^^^^^^^^^^^ want
  logLvl: info
# ^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerPods: true
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
  kataMonitorImage: registry.example.com/osc-monitor:1.3
# ^^^^^^^^^^^^^^^^ want
  logLevel: info
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
  newField: "on"
# ^^^^^^^^ want
`,
      files: { 'crd.yaml': crdWith('KataConfig', 'newField: { type: string }') },
    },
  ],
});

interface Unknown {
  readonly entry: MapEntry;
  readonly map: MapNode;
  readonly parent: string;
  readonly near: { name: string; sure: boolean } | undefined;
  readonly known: readonly string[];
}

function describe(context: RuleContext, unknown: Unknown): Finding {
  const { entry, map, parent, near } = unknown;
  const field = entry.key.text;
  const path = parent === '' ? field : `${parent}.${field}`;
  const span = { start: entry.key.start, end: entry.key.end };
  const remove = entry.borrowed ? undefined : removeEntry(context.text, map, entry);
  const removal = (sure: boolean): Fix[] =>
    remove === undefined ? [] : [{ title: l10n.t`Remove ${sanitizeQuote(field)}`, edits: [remove], sure }];

  const removed = Object.hasOwn(removedKataConfigFields, path) ? removedKataConfigFields[path]?.() : undefined;
  if (removed !== undefined)
    return {
      ...span,
      message: joinSentences(
        l10n.t`${path} doesn't exist in OSC 1.5 and later, so remove it.`,
        splitSentences(removed).at(-1) ?? '',
      ),
      fixes: removal(true),
    };
  const unreleased = findUnreleased(path, context.release.id);
  if (unreleased !== undefined) return { ...span, severity: 'info', message: unreleased };
  const where = parent === '' ? context.manifest.kind.kind : parent;
  const home = near?.sure === true ? undefined : homeOf(context, field, parent);
  if (home !== undefined) {
    return { ...span, message: misplacedWords(sanitizeQuote(field), home) };
  }
  const what = l10n.t`${where} has no field "${sanitizeQuote(field)}", so oc rejects it or, without validation, the API server drops it.`;
  if (near === undefined) {
    return {
      ...span,
      message: `${what}${getSentenceSeparator()}${l10n.t`Known names: ${unknown.known.join(', ')}.`}`,
      fixes: removal(false),
    };
  }
  const taken = findMapEntry(map, near.name) !== undefined;
  // JSON requires quotation marks around keys. In YAML, the author's quotation marks are kept.
  const quote = /^["']/.exec(context.text.slice(span.start, span.end))?.[0] ?? '';
  const rename: Fix = {
    title: l10n.t`Rename to ${near.name}`,
    edits: [{ ...span, text: `${quote}${near.name}${quote}` }],
    sure: near.sure && entry.key.anchored !== true,
  };
  return {
    ...span,
    message: `${what}${getSentenceSeparator()}${taken ? l10n.t`Remove it, because ${near.name} already exists.` : l10n.t`Did you mean ${near.name}?`}`,
    fixes: entry.borrowed ? [] : taken ? removal(false) : [rename, ...removal(false)],
  };
}

/** Returns the message for a field that only pull requests or development branches contain. */
function findUnreleased(path: string, release: string): string | undefined {
  const proposed = Object.hasOwn(proposedKataConfigFields, path) ? proposedKataConfigFields[path]?.() : undefined;
  if (proposed !== undefined)
    return l10n.t`${path} isn't a field of KataConfig. Only pull requests propose it (${proposed}).`;
  const development = Object.hasOwn(developmentKataConfigFields, path)
    ? developmentKataConfigFields[path]?.()
    : undefined;
  return development === undefined
    ? undefined
    : l10n.t`${path} is known only from unreleased source code (${development}). No release up to OSC ${release} is known to support it.`;
}

/**
 * Returns the message for a misplaced field.
 * @param home path where the field belongs, or an empty string for the top level
 */
function misplacedWords(field: string, home: string): string {
  return home === ''
    ? l10n.t`${field} belongs at the top level. Here, oc rejects it or, without validation, the API server drops it.`
    : l10n.t`${field} belongs under ${home}. Here, oc rejects it or, without validation, the API server drops it.`;
}

/** Returns the names of the known fields of a parent. An empty parent is the object itself. */
function knownFields(context: RuleContext, parent: string): string[] {
  if (parent === 'metadata') return [...listWrittenMetadata(context.manifest.kind)];
  const prefix = parent === '' ? '' : `${parent}.`;
  const paths = Object.keys(context.manifest.kind.fields).map((path) => path.replaceAll('[]', ''));
  return [...new Set(paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)))].filter(
    (name) => name !== '' && !name.includes('.'),
  );
}

/** Returns the only parent in which a field of this name is known, unless it's the current one. */
function homeOf(context: RuleContext, field: string, parent: string): string | undefined {
  const homes = Object.keys(context.manifest.kind.fields)
    .filter((path) => !path.startsWith('status.') && (path === field || path.endsWith(`.${field}`)))
    .map((path) => path.slice(0, Math.max(0, path.length - field.length - 1)).replaceAll('[]', ''));
  return homes.length === 1 && homes[0] !== parent ? homes[0] : undefined;
}
