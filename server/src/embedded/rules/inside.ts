/** What the rules of policies and initdata find in something packed, told by one finding on the value that packs it. */
import * as l10n from '@vscode/l10n';
import type { Severity } from '#core/common/severity.ts';
import { severities as bySeverity } from '#core/common/severity.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import type { PolicyEnvironment } from '#server/policy/model/checkPolicy.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { longestChecked, mostLinesChecked } from './unpacked.ts';
import type { PackedValue } from './values.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { cutText } from '#core/text/sanitize.ts';

/**
 * What the check of something packed in a manifest depends on: other files are not looked at, as the finding is kept
 * with the document.
 */
export function environmentOf({ release, severities }: RuleContext): PolicyEnvironment {
  const onError = (message: string) => {
    throw new Error(message);
  };
  return { release, severities, workspace: undefined, onError, now: Date.now() };
}

/** What is as bad as that, and what is worse. */
function atLeast(all: readonly FileFinding[], least: Severity): readonly FileFinding[] {
  return all.filter(({ severity }) => bySeverity.indexOf(severity) <= bySeverity.indexOf(least));
}

/** What is packed. */
type Packed = 'policy' | 'initdata';

/** One finding for all that is wrong. What is only to be known shows where the text is opened. */
export function* summary(
  { node }: PackedValue,
  what: Packed,
  text: string,
  all: readonly FileFinding[],
): Generator<Finding> {
  const told = atLeast(all, 'warning');
  const worst = bySeverity.find((severity) => told.some((finding) => finding.severity === severity));
  const first = told.find(({ severity }) => severity === worst);
  if (worst === undefined || first === undefined) return;
  const line = countLineBreaks(text, first.start) + 1;
  const lead = `${countOf(what, told.length)} ${l10n.t`Line ${line}:`} `;
  const tail = ` ${l10n.t`Open it by the code lens above.`}`;
  const left = 240 - lead.length - tail.length;
  const message = first.message.length > left ? `${first.message.slice(0, left - 3)}...` : first.message;
  yield { start: node.start, end: node.end, severity: worst, message: `${lead}${message}${tail}` };
}

function countOf(what: Packed, count: number): string {
  return what === 'policy'
    ? selectPlural(count, l10n.t`The policy in it has one finding.`, l10n.t`The policy in it has ${count} findings.`)
    : selectPlural(
        count,
        l10n.t`The initdata in it has one finding.`,
        l10n.t`The initdata in it has ${count} findings.`,
      );
}

/** What stands there instead of findings where there is too much to check. */
export function notChecked({ node }: PackedValue, what: Packed): Finding {
  const size = longestChecked / 1024;
  const message =
    what === 'policy'
      ? l10n.t`The policy in it has more than ${size} KiB or ${mostLinesChecked} lines: it is not checked here. Open it by the code lens above.`
      : l10n.t`The initdata in it has more than ${size} KiB or ${mostLinesChecked} lines: it is not checked here. Open it by the code lens above.`;
  return { start: node.start, end: node.end, severity: 'info', message };
}

/** A message about a value, no longer than one may be. */
export function sentence(...parts: readonly string[]): string {
  const whole = parts
    .filter((part) => part !== '')
    .join(getSentenceSeparator())
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ');
  return cutText(whole, 240, '...');
}
