/** Provides the modules of the policy engine's own test cases, for tests that only parse them. */
import { interpreterCases } from '#scripts/conformance/conformanceCases.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';

export interface ConformanceCase {
  readonly file: string;
  readonly note: string;
  readonly dialect: Dialect;
  readonly modules: readonly string[];
  readonly error: string | undefined;
}

/** Returns the cases of features that the guest's engine has and that upstream doesn't skip. */
export function conformanceCases(): ConformanceCase[] {
  return Array.from(interpreterCases())
    .filter(({ file, skip }) => !skip && !/^(?:rego-extensions|target|limits)\//.test(file))
    .map(({ file, note, modules, error }) => {
      // Same as in the upstream runner (tests/interpreter/mod.rs).
      const dialect = file.endsWith('bindings.yaml') ? 'v1' : 'v0';
      return { file, note, dialect, modules, error };
    });
}
