/** Renders complete policies as templates. The Rego is valid in both dialects. */
import { type DefaultPolicyId, defaultsOf } from './defaultPolicies.ts';
import { policyPackage } from './endpoints/endpoints.ts';

/** Imports that give the rules the same meaning in Rego v0 and v1. */
const portableImports: readonly string[] = ['import future.keywords.if', 'import future.keywords.in'];

const shared = '^/run/kata-containers/shared/containers(?:/passthrough)?/(watchable/)?[a-z0-9]{64}-[a-z0-9]{16}-';

/**
 * Allows files only in folders that containers share. Links must stay in those folders. Based on the description of OSC
 * 1.12 in domain/04 4.7.
 */
const copyFileRules = `# Allows files from the cluster only in the folders that containers share, without "..".
CopyFileRequest if {
    copied_to_shared_folder
    input.file_type in {"Regular", "Directory"}
}

# Allows symbolic links below the top of the shared folder if their target is relative, without "..".
CopyFileRequest if {
    copied_to_shared_folder
    input.file_type == "Symlink"
    regex.match(\`${shared}[^/]+/.+\`, input.path)
    not startswith(input.symlink_target, "/")
    not ".." in split(input.symlink_target, "/")
}

copied_to_shared_folder if {
    regex.match(\`${shared}\`, input.path)
    not ".." in split(input.path, "/")
}
`;

/** Renders a rule that allows specific commands, each as a single line. Uses the form in OSC 1.12 §3.5. */
export function allowedCommandsRule(commands: readonly string[]): string {
  const list = commands.map((command) => `        ${JSON.stringify(command)},\n`).join('');
  return `# Allows only these commands in containers, with exactly these arguments.
ExecProcessRequest if {
    input_command := concat(" ", input.process.Args)
    some allowed_command in policy_data.allowed_commands
    input_command == allowed_command
}

policy_data := {
    "allowed_commands": [
${list}    ],
}
`;
}

const documentedCommand = 'curl http://127.0.0.1:8006/cdh/resource/default/attestation-status/status';

const rules: Readonly<Partial<Record<DefaultPolicyId, string>>> = {
  'osc-1.12': copyFileRules,
  'docs-1.12': allowedCommandsRule([documentedCommand]),
};

/**
 * Renders a shipped policy as a template. Returns undefined for the genpolicy policy, because the genpolicy tool
 * generates its rules for a single pod, and its defaults alone deny every pod.
 */
export function renderDefaultPolicy(id: DefaultPolicyId): string | undefined {
  if (id === 'genpolicy') return undefined;
  const lines = defaultsOf(id).map(({ name, allowed }) => defaultLine(name, allowed));
  return policyText(lines, rules[id]);
}

/** Renders one default in the syntax that the guest requires. */
export function defaultLine(name: string, allowed: boolean): string {
  return `default ${name} := ${allowed}`;
}

/** Renders a complete policy: package, imports, defaults, and rules if there are any. */
function policyText(defaults: readonly string[], rest?: string): string {
  const head = [`package ${policyPackage}`, '', ...portableImports, '', ...defaults, ''].join('\n');
  return rest === undefined ? head : `${head}\n${rest}`;
}
