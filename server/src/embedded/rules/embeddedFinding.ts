/** Summarizes the findings in an embedded policy or initdata as one finding on the value in the manifest. */
import * as l10n from '@vscode/l10n';
import type { Severity } from '#core/common/severity.ts';
import { severities as bySeverity } from '#core/common/severity.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import type { PolicyEnvironment } from '#server/policy/model/checkPolicy.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { maxCheckedLength, maxCheckedLines } from './decodeEmbedded.ts';
import type { EmbeddedValue } from './embeddedValues.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { cutText } from '#core/text/sanitize.ts';

/**
 * Returns the environment for checking an embedded document. It has no workspace, because the finding is cached with
 * the manifest and must not depend on other files.
 */
export function environmentOf({ release, severities }: RuleContext): PolicyEnvironment {
  const onError = (message: string) => {
    throw new Error(message);
  };
  return { release, severities, workspace: undefined, onError, now: Date.now() };
}

/** Returns the findings of at least this severity. */
function atLeast(all: readonly FileFinding[], least: Severity): readonly FileFinding[] {
  return all.filter(({ severity }) => bySeverity.indexOf(severity) <= bySeverity.indexOf(least));
}

/** The kind of an embedded document. */
type EmbeddedKind = 'policy' | 'initdata';

/** Returns one finding for all errors and warnings. Information is shown only when the embedded document is open. */
export function* summary(
  { node }: EmbeddedValue,
  what: EmbeddedKind,
  text: string,
  all: readonly FileFinding[],
): Generator<Finding> {
  const told = atLeast(all, 'warning');
  const worst = bySeverity.find((severity) => told.some((finding) => finding.severity === severity));
  const first = told.find(({ severity }) => severity === worst);
  if (worst === undefined || first === undefined) return;
  const line = countLineBreaks(text, first.start) + 1;
  const lead = `${countOf(what, told.length)} ${l10n.t`Line ${line}:`} `;
  const tail = ` ${l10n.t`To open it, use the CodeLens above.`}`;
  const left = 240 - lead.length - tail.length;
  const message = first.message.length > left ? `${first.message.slice(0, left - 3)}...` : first.message;
  yield { start: node.start, end: node.end, severity: worst, message: `${lead}${message}${tail}` };
}

function countOf(what: EmbeddedKind, count: number): string {
  return what === 'policy'
    ? selectPlural(
        count,
        l10n.t`The embedded policy has 1 finding.`,
        l10n.t`The embedded policy has ${count} findings.`,
      )
    : selectPlural(
        count,
        l10n.t`The embedded initdata has 1 finding.`,
        l10n.t`The embedded initdata has ${count} findings.`,
      );
}

/** Returns the finding about an embedded document that is too large to check. */
export function notChecked({ node }: EmbeddedValue, what: EmbeddedKind): Finding {
  const size = maxCheckedLength / 1024;
  const message =
    what === 'policy'
      ? l10n.t`The embedded policy exceeds ${size} KiB or ${maxCheckedLines} lines, so it isn't checked here. To open it, use the CodeLens above.`
      : l10n.t`The embedded initdata exceeds ${size} KiB or ${maxCheckedLines} lines, so it isn't checked here. To open it, use the CodeLens above.`;
  return { start: node.start, end: node.end, severity: 'info', message };
}

/** Joins sentences to one message and limits its length. */
export function sentence(...parts: readonly string[]): string {
  const whole = parts
    .filter((part) => part !== '')
    .join(getSentenceSeparator())
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ');
  return cutText(whole, 240, '...');
}
