/** What is worked out of open files: once per version of their text. */
import { looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { parseInitdata, type InitdataDocument } from '#server/initdata/document.ts';
import type { Span } from '#server/engine/text/span.ts';
import { policyIn } from '#server/initdata/initdataPolicy.ts';
import { Policy } from './policy.ts';
import type { Steps } from '#server/engine/scheduling/steps.ts';

interface Kept<Of> {
  readonly version: number;
  readonly of: Of;
}

function onceAVersion<Of>(make: (file: OpenFile) => Of): (file: OpenFile) => Of {
  const known = new WeakMap<OpenFile, Kept<Of>>();
  return (file) => {
    const last = known.get(file);
    if (last?.version === file.version) return last.of;
    const of = make(file);
    known.set(file, { version: file.version, of });
    return of;
  };
}

/** What an open Rego file holds, whomever it is for; nothing of it is read yet. */
const regoOf = onceAVersion((file) => (file.language === 'rego' ? new Policy(file.text.getText()) : undefined));

/** The policy that an open Rego file holds; undefined when it is not for the agent. */
export function policyOf(file: OpenFile): Policy | undefined {
  const policy = regoOf(file);
  return policy?.isForAgent === true ? policy : undefined;
}

/** The same, read bit by bit. */
export function* openPolicySteps(file: OpenFile): Steps<Policy | undefined> {
  const policy = regoOf(file);
  if (policy === undefined) return undefined;
  yield* policy.readSteps();
  return policyOf(file);
}

/** The initdata document that an open TOML file holds; undefined when it is something else. */
export const initdataOf = onceAVersion((file): InitdataDocument | undefined => {
  const text = file.text.getText();
  return file.language === 'toml' && looksLikeInitdata(text) ? parseInitdata(text) : undefined;
});

/** A policy in an open file, and where its offsets are there. */
export interface PlacedPolicy {
  readonly policy: Policy;
  readonly place: 'file' | 'initdata';
  readonly toFile: (offset: number) => number;
  /** The offset in the policy of an offset of the file. */
  readonly toPolicy: (offset: number) => number;
  /** Its text stands in the file as it is: edits of it can be made there. */
  readonly literal: boolean;
}

const same = (offset: number) => offset;

/** The policy that is at this offset of an open file: the file itself, or the one in an initdata document. */
export function policyAt(file: OpenFile, offset: number): PlacedPolicy | undefined {
  const policy = policyOf(file);
  if (policy !== undefined) return { policy, place: 'file', toFile: same, toPolicy: same, literal: true };
  const placed = embeddedIn(file);
  return placed !== undefined && placed.range.start <= offset && offset <= placed.range.end ? placed : undefined;
}

/** The policy of an open file, wherever in it. */
export function policyInFile(file: OpenFile): PlacedPolicy | undefined {
  return policyAt(file, 0) ?? embeddedIn(file);
}

/** The policy in an initdata document, and where it stands with its quotation marks. */
function embeddedIn(file: OpenFile): (PlacedPolicy & { readonly range: Span }) | undefined {
  const document = initdataOf(file);
  const embedded = document === undefined ? undefined : policyIn(document);
  if (embedded === undefined) return undefined;
  const { policy, entry } = embedded;
  const { map, range, literal } = entry;
  return { policy, place: 'initdata', toFile: (at) => map.toFile(at), toPolicy: (at) => map.toText(at), literal, range };
}
