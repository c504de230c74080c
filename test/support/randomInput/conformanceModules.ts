/** The modules of the engine's own cases, for tests that read them and do not run them. */
import { interpreterCases } from '#scripts/conformance/conformanceCases.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';

export interface ConformanceCase {
  readonly file: string;
  readonly note: string;
  readonly dialect: Dialect;
  readonly modules: readonly string[];
  readonly error: string | undefined;
}

/** Those of the features that the guest's engine has and that upstream does not skip. */
export function conformanceCases(): ConformanceCase[] {
  return Array.from(interpreterCases())
    .filter(({ file, skip }) => !skip && !/^(?:rego-extensions|target|limits)\//.test(file))
    .map(({ file, note, modules, error }) => {
      // So upstream's runner has it (tests/interpreter/mod.rs).
      const dialect = file.endsWith('bindings.yaml') ? 'v1' : 'v0';
      return { file, note, dialect, modules, error };
    });
}
