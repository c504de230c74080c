/** The policy of an open Rego file, read once per version of its text. */
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { perVersion } from '#server/engine/workspace/perVersion.ts';
import { Policy } from './policy.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';

/** What an open Rego file holds, whomever it is for; nothing of it is read yet. */
const regoOf = perVersion((file) => (file.language === 'rego' ? new Policy(file.text.getText()) : undefined));

/** The policy that an open Rego file holds; undefined when it is not for the agent. */
function policyOf(file: OpenFile): Policy | undefined {
  const policy = regoOf(file);
  return policy?.isForAgent === true ? policy : undefined;
}

/** The same, read bit by bit. */
export function* openPolicySteps(file: OpenFile): YieldingTask<Policy | undefined> {
  const policy = regoOf(file);
  if (policy === undefined) return undefined;
  yield* policy.readSteps();
  return policyOf(file);
}

/** A policy in an open file, and where its offsets are there. */
export interface PlacedPolicy {
  readonly policy: Policy;
  readonly toFile: (offset: number) => number;
  /** The offset in the policy of an offset of the file. */
  readonly toPolicy: (offset: number) => number;
  /** Its text stands in the file as it is: edits of it can be made there. */
  readonly literal: boolean;
}

const same = (offset: number) => offset;

/** Returns the policy that an open Rego file holds, with its place. Undefined if it isn't for the agent. */
export function placedPolicyOf(file: OpenFile): PlacedPolicy | undefined {
  const policy = policyOf(file);
  return policy === undefined ? undefined : { policy, toFile: same, toPolicy: same, literal: true };
}
