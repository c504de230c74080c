/**
 * Whole policies for the examples of rules: right in every other respect, so that nothing but what is shown is found.
 */

const defaults = [
  'default CreateSandboxRequest := true',
  'default CreateContainerRequest := false',
  'default StartContainerRequest := true',
  'default WaitProcessRequest := true',
  'default CopyFileRequest := false',
  'default SignalProcessRequest := true',
  'default RemoveContainerRequest := true',
  'default DestroySandboxRequest := true',
  'default StatsContainerRequest := true',
  'default ReadStreamRequest := false',
  'default GuestDetailsRequest := true',
  'default GetOOMEventRequest := true',
  'default OnlineCPUMemRequest := true',
  'default UpdateInterfaceRequest := true',
  'default UpdateRoutesRequest := true',
];

/** Conditions that need no keyword. */
const rules = `CreateContainerRequest := input.OCI.Process.User.UID != 0

CopyFileRequest := startswith(input.path, "/run/kata-containers/shared/containers/")
`;

const imports = `import future.keywords.if\nimport future.keywords.in\n`;

/** What an example has of its own. */
export interface ExamplePolicyOptions {
  /** The package; by default the right one. */
  readonly package?: string;
  /** In place of the imports of `if` and `in`. */
  readonly imports?: string;
  /** Requests whose defaults are left out. */
  readonly without?: readonly string[];
}

/** A policy with these lines at its end. */
export function policyWith(lines: string, own: ExamplePolicyOptions = {}): string {
  const kept = defaults.filter((line) => own.without?.some((name) => line.includes(` ${name} `)) !== true);
  const parts = [own.package ?? 'package agent_policy\n', own.imports ?? imports, `${kept.join('\n')}\n`, rules, lines];
  return parts.filter((part) => part !== '').join('\n');
}
