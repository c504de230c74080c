/** Reads the verdicts that were recorded from real API servers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { getMap, type JsonObject } from '#simulator/store/kubeObject.ts';
import { byText } from '#test/support/repository/compareText.ts';
import type { ManifestCase } from './manifestCase.ts';

const file = new URL('recordedVerdicts.json', import.meta.url);

/** The answer of an API server to a manifest. */
export interface Verdict {
  /** Name and version of the server. */
  readonly server: string;
  readonly accepts: boolean;
  /** First line of the reason. Empty if the server accepts the manifest. */
  readonly message: string;
}

/** Returns the text that identifies a case in the recorded verdicts. */
export const verdictKey = ({ row, input }: ManifestCase): string => `${row}: ${input}`;

function read(): JsonObject {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return getMap({ content }, 'content');
}

let recorded = read();

/**
 * Returns the verdict for a manifest. If a server consists of several programs, such as the decoder and the validation,
 * each of them must accept the manifest.
 * @returns undefined if no verdict was recorded
 */
export function recordedVerdict(manifestCase: ManifestCase): Verdict | undefined {
  const answers = Object.entries(getMap(recorded, verdictKey(manifestCase))).map(([server, message]): Verdict => ({
    server,
    accepts: message === '',
    message: String(message),
  }));
  return answers.find(({ accepts }) => !accepts) ?? answers.at(-1);
}

/** Returns whether a server without strict field validation would accept the manifest. */
export function isRejectedOnlyStrictly(manifestCase: ManifestCase): boolean {
  const answers = Object.values(getMap(recorded, verdictKey(manifestCase))).filter((message) => message !== '');
  return (
    answers.length > 0 &&
    answers.every((message) => /strict decoding error|^Object '\w+' is missing/.test(String(message)))
  );
}

/** Adds the verdicts of one server to the recorded ones. Removes verdicts for cases that no longer exist. */
export function recordVerdicts(keys: readonly string[], verdicts: ReadonlyMap<string, Verdict>): void {
  const after = keys.map((key): [string, JsonObject] => {
    const verdict = verdicts.get(key);
    const answers = {
      ...getMap(recorded, key),
      ...(verdict === undefined ? {} : { [verdict.server]: verdict.message }),
    };
    // The decoder of a server runs before its validation.
    const inOrder = Object.entries(answers).toSorted(([one], [other]) => byText(other, one));
    return [key, Object.fromEntries(inOrder)];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(after), undefined, 2)}\n`);
  recorded = read();
}
