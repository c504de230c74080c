/** Finds problems with embedded initdata: an incorrect encoding or invalid content. */
import * as l10n from '@vscode/l10n';
import { addConsequence } from '#core/text/grammar.ts';
import { parseInitdata } from '#server/initdata/document.ts';
import { getShortName, sentence } from './embeddedFinding.ts';
import { isToml, decodeInitdata, encodeInitdataCorrectly } from './decodeEmbedded.ts';
import type { EmbeddedValue } from './embeddedValues.ts';
import type { Fix } from '#server/engine/findings/rule.ts';

/** A problem, with a message and fixes. */
export interface InitdataFault {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/**
 * Returns the problem of a value.
 * @param comes consequence of the problem
 * @param accepts returns whether a problem of the document is accepted anyway
 */
export function initdataFault(
  value: EmbeddedValue,
  comes: string,
  accepts: (code: string) => boolean = () => false,
): InitdataFault | undefined {
  const written = value.node.text;
  const message = messageFor(value, comes, accepts);
  if (message === undefined) return undefined;
  const right = encodeInitdataCorrectly(written);
  const edit = right === undefined ? undefined : value.set(right);
  // If the document has errors, the encoded value has a finding, too.
  const sure = !isToml(written) || parseInitdata(written).problems.every(({ level }) => level !== 'error');
  return {
    message,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Encode the initdata`, edits: [edit], sure }],
  };
}

function messageFor(value: EmbeddedValue, comes: string, accepts: (code: string) => boolean): string | undefined {
  const written = value.node.text;
  if (isToml(written))
    return l10n.t`This is plain TOML. It must be compressed with gzip and base64-encoded on one line.`;
  const { problems, document } = decodeInitdata(written);
  const [first] = problems;
  if (first !== undefined) return sentence(addConsequence(first.message, comes));
  const inside = document?.problems.find(({ level, code }) => level === 'error' && !accepts(code));
  return inside === undefined
    ? undefined
    : sentence(`${getShortName(value)}: ${addConsequence(inside.message, comes)}`);
}

/** Returns whether the initdata has no encoding problems and no errors. */
export function isSound({ node: { text } }: EmbeddedValue): boolean {
  const { problems, document } = decodeInitdata(text);
  return problems.length === 0 && document?.problems.every(({ level }) => level !== 'error') === true;
}
