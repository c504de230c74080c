import * as l10n from '@vscode/l10n';
import type { FieldTable } from '#core/kinds/field.ts';
import { kindIds } from '#core/kinds/index.ts';
import { firstLine, limitCodes, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { findBadIndent } from './badIndent.ts';
import { calloutAfterKey, lineTextEnd, pastedCallout, readsWithoutCallouts, type KeyCallout } from './pastedCallout.ts';
import { findPasteProblem } from './pasteProblem.ts';
import type { Message } from '#core/text/message.ts';
import type { Span } from '#server/engine/text/span.ts';

/**
 * Messages that replace those of the parser, because understanding the parser messages requires knowledge of the YAML
 * grammar.
 */
const plainWords: Readonly<Record<string, Message>> = {
  TAB_AS_INDENT: () => l10n.t`YAML doesn't allow tabs for indentation. Use spaces.`,
  BAD_INDENT: () => l10n.t`This line is indented differently from its neighbors.`,
  BLOCK_AS_IMPLICIT_KEY: () =>
    l10n.t`This line contains a second ": ", or the previous line is indented incorrectly. Quote the value or fix the indentation.`,
  MULTILINE_IMPLICIT_KEY: () =>
    l10n.t`The next line has no ": ", so it isn't a key with a value. Add the missing key or colon.`,
  MISSING_CHAR: () => l10n.t`A closing quote or bracket, a comma, or a space after the colon is missing.`,
  BAD_ALIAS: () => l10n.t`No anchor with this name is defined above.`,
  OWN_ALIAS: () => l10n.t`The alias refers to the mapping or list that contains it, so the value would contain itself.`,
  BAD_COLLECTION_TYPE: () => l10n.t`A mapping and a list are mixed at the same indentation.`,
};

/** Maximum length of a message. Parser messages are shorter unless they repeat the text. */
const maxMessage = 200;

/** Returns the type of a problem. The parser's message can repeat the text, which might be a password. */
function otherwise({ code }: SyntaxProblem): string {
  return l10n.t`Invalid YAML at this position (${code.toLowerCase().replaceAll('_', ' ')}).`;
}

/**
 * Returns the range of the first line with content after the document marker, limited to the maximum length of a
 * message.
 */
function getContentLine(text: string): Span {
  const line = Math.max(0, text.search(firstLine));
  const start = line + Math.max(0, text.slice(line, line + maxMessage).search(/\S/));
  return { start, end: Math.min(lineTextEnd(text, start), start + maxMessage) };
}

function describeProblem(reason: string): string {
  return l10n.t`Can't parse this document: ${reason}`;
}

function findCallout(text: string, problem: SyntaxProblem, fields: FieldTable): KeyCallout | undefined {
  const pasted = pastedCallout(text, problem);
  return pasted === undefined ? calloutAfterKey(text, problem, fields) : { ...pasted, sure: true };
}

/** Maximum number of problems. If there are more, callouts aren't the cause. */
const maxProblems = 24;

export default defineRule({
  id: 'yaml-syntax',
  title: () => l10n.t`Invalid YAML document`,
  severity: 'error',
  appliesTo: kindIds,
  reads: 'syntax',
  coveredByYamlExtension: true,
  why: () =>
    l10n.t`This document isn't valid YAML, so \`oc\` rejects the whole file. Until this document can be parsed, no other rule checks it. Other documents in the same file are still checked.

A document that is too large or too deeply nested to check is reported as information and isn't checked.

Correct the marked part.`,
  source: ['YAML 1.2.2', 'OSC 1.5, 2.3.2 (prints a callout number behind a quoted label value)'],
  *check({ manifest, problems, text }) {
    const [problem] = problems;
    const conflict = findMergeConflict(text);
    if (conflict !== undefined) {
      yield conflict;
      return;
    }
    if (problem !== undefined && limitCodes.has(problem.code)) {
      const line = getContentLine(text);
      yield { ...line, severity: 'info', message: sanitizeQuote(problem.message, maxMessage) };
      return;
    }
    if (problem === undefined || findPasteProblem(text, problems, manifest.kind) !== undefined) return;
    const pasted = problems.length > maxProblems ? undefined : findCallout(text, problem, manifest.kind.fields);
    if (pasted !== undefined && readsWithoutCallouts(text)) {
      const { start, end, sure } = pasted;
      yield {
        start,
        end,
        message: l10n.t`The number is a callout copied from the documentation. Remove it.`,
        fixes: [
          {
            title: l10n.t`Remove ${text.slice(start, end).trim()}`,
            edits: [{ start, end, text: '' }],
            sure,
          },
        ] satisfies Fix[],
      };
      return;
    }
    const indent = findBadIndent(text, problems, manifest.kind);
    if (indent !== undefined) {
      yield { ...indent, message: describeProblem(indent.message) };
      return;
    }
    // An element that is missing at the end belongs after the last text, not in the following document.
    const start = Math.min(problem.start, Math.max(0, text.trimEnd().length - 1));
    const end = Math.max(Math.min(problem.end, lineTextEnd(text, start)), Math.min(start + 1, text.length));
    yield {
      start,
      end,
      message: describeProblem(plainWords[problem.code]?.() ?? otherwise(problem)),
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      kata: 'true' 1
#                 ^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      kata: 'true'
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  checkNodeEligibility: false
    logLevel: info
#   ^^^^^^^^^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  checkNodeEligibility: false
  logLevel: info
`,
    },
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: example
spec:
 runtimeClassName: kata-remote
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
  containers:
    - name: app
      image: quay.io/example/app
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: example
spec:
  runtimeClassName: kata-remote
  containers:
    - name: app
      image: quay.io/example/app
`,
    },
    {
      avoid:
        '\napiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n<<<<<<< HEAD\n# <------------ want\n  name: cluster-kataconfig\n=======\n  name: example-kataconfig\n>>>>>>> production\n',
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
`,
    },
  ],
});
