/**
 * Complete policies for the examples of rules. They contain no other problems, so that a rule reports only the problem
 * that the example shows.
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

/** Rules that need no future keyword. */
const createContainer = 'CreateContainerRequest := input.OCI.Process.User.UID != 0\n';
const copyFile = 'CopyFileRequest := input.path == "/run/kata-containers/shared/containers/web/hosts"\n';

const imports = `import future.keywords.if\nimport future.keywords.in\n`;

/** Parts that differ from the defaults. */
export interface ExamplePolicyOptions {
  /** The package statement. Defaults to the correct one. */
  readonly package?: string;
  /** Replaces the imports of `if` and `in`. */
  readonly imports?: string;
  /** Requests whose defaults are omitted. */
  readonly without?: readonly string[];
  /** Requests whose rules the lines contain. */
  readonly ownRules?: readonly ('CreateContainerRequest' | 'CopyFileRequest')[];
}

/** Returns a policy that ends in these lines. */
export function policyWith(lines: string, own: ExamplePolicyOptions = {}): string {
  const kept = defaults.filter((line) => own.without?.some((name) => line.includes(` ${name} `)) !== true);
  const rules = [createContainer, copyFile].filter(
    (rule) => own.ownRules?.some((name) => rule.startsWith(name)) !== true,
  );
  const parts = [
    own.package ?? 'package agent_policy\n',
    own.imports ?? imports,
    `${kept.join('\n')}\n`,
    ...rules,
    lines,
  ];
  return parts.filter((part) => part !== '').join('\n');
}
