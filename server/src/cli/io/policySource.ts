/**
 * Reads a policy to compare: a file with Rego, initdata, or an encoded value; the ID of a default policy; or a file of
 * a Git revision.
 */
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { looksLikeAgentPolicy, looksLikeEncodedPolicy, looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { unpackInitdata, unpackPolicy } from '#server/engine/encoding/pack.ts';
import { parseInitdata } from '#server/initdata/document.ts';
import { getInitdataPolicy } from '#server/initdata/initdataPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { baseNamed } from '#server/policy/table/table.ts';
import { formatFileName } from './inputs.ts';
import { readGitFile } from './gitFile.ts';
import { readPolicyFile } from './policyInputs.ts';
import { printMessage } from './printMessage.ts';

/** A policy to compare. */
export interface NamedPolicy {
  /** Name for the output: the file name as specified, the ID, or the revision. */
  readonly name: string;
  readonly policy: Policy;
}

/** Prefix of a Git revision. */
const git = 'git:';

/**
 * Reads a policy. If that fails, prints the reason and returns undefined.
 * @param source file, `-`, ID of a default policy, `git:REVISION`, or `git:REVISION:FILE`
 * @param other the other policy, whose file `git:REVISION` means
 */
export async function readPolicySource(source: string, other: string): Promise<NamedPolicy | undefined> {
  const id = baseNamed(source);
  const read =
    id !== undefined
      ? { name: source, text: renderDefaultPolicy(id) }
      : source.startsWith(git)
        ? await readRevision(source.slice(git.length), other)
        : await readPolicyFile(source);
  if (read === undefined) return undefined;
  const { name, text } = read;
  if (text === undefined) return fail(name, 'its rules depend on the pod. Specify a generated policy');
  const rego = findPolicyText(text);
  if (rego === undefined)
    return fail(name, 'not an agent policy, initdata with a policy, or an encoded value of either');
  const policy = new Policy(rego);
  const problem = policy.meant.problems.find(({ code }) => code === 'syntax' || code === 'too large');
  return problem === undefined ? { name, policy } : fail(name, problem.message);
}

function fail(name: string, reason: string): undefined {
  printMessage(`can't read ${sanitizeTerminalLine(name)}: ${sanitizeTerminalLine(reason)}`);
}

async function readRevision(
  revision: string,
  other: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const colon = revision.indexOf(':');
  const file = colon === -1 ? other : revision.slice(colon + 1);
  const name = `${git}${revision}`;
  if (file === '-' || file === '' || file.startsWith(git) || baseNamed(file) !== undefined)
    return fail(name, 'specify the file, as in git:HEAD:policy.rego');
  try {
    return { name, text: await readGitFile(colon === -1 ? revision : revision.slice(0, colon), file) };
  } catch (error) {
    return fail(name, `${formatFileName(file)}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Returns the Rego in a text, which can be Rego, initdata, or either of them encoded. Returns undefined if it contains
 * none.
 */
export function findPolicyText(text: string): string | undefined {
  if (looksLikeAgentPolicy(text)) return looksLikeInitdata(text) ? (policyOf(text) ?? text) : text;
  if (looksLikeInitdata(text)) return policyOf(text);
  const packed = text.trim();
  if (looksLikeEncodedPolicy(packed)) return unpackPolicy(packed).text;
  const toml = /^[A-Za-z0-9+/=\s]+$/.test(packed) ? unpackInitdata(packed).text : undefined;
  return toml === undefined ? undefined : policyOf(toml);
}

function policyOf(toml: string): string | undefined {
  return getInitdataPolicy(parseInitdata(toml))?.policy.text;
}
