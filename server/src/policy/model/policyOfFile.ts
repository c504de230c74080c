/** Parses the policy in an open Rego file, once per version of its text. */
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { perVersion } from '#server/engine/workspace/perVersion.ts';
import { Policy } from './policy.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';

/** Returns the Rego in an open file, even if it isn't an agent policy. Doesn't parse it yet. */
const regoOf = perVersion((file) => (file.language === 'rego' ? new Policy(file.text.getText()) : undefined));

/** Returns the policy in an open Rego file. Returns undefined if it isn't an agent policy. */
function policyOf(file: OpenFile): Policy | undefined {
  const policy = regoOf(file);
  return policy?.isForAgent === true ? policy : undefined;
}

/** Parses the Rego in an open file in steps and returns it, even if it isn't an agent policy. */
export function* openRegoSteps(file: OpenFile): YieldingTask<Policy | undefined> {
  const policy = regoOf(file);
  if (policy === undefined) return undefined;
  yield* policy.readSteps();
  return policy;
}

/** A policy in an open file, with the mapping of its offsets. */
export interface PlacedPolicy {
  readonly policy: Policy;
  readonly toFile: (offset: number) => number;
  /** Converts an offset of the file to an offset of the policy. */
  readonly toPolicy: (offset: number) => number;
  /** True if the file contains the text unchanged, so that it can be edited there. */
  readonly literal: boolean;
}

const same = (offset: number) => offset;

/** Returns the policy in an open Rego file, with its location. Returns undefined if it isn't an agent policy. */
export function placedPolicyOf(file: OpenFile): PlacedPolicy | undefined {
  const policy = policyOf(file);
  return policy === undefined ? undefined : { policy, toFile: same, toPolicy: same, literal: true };
}
