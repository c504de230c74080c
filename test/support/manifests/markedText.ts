/** Provides policies with a position marked by `¦`. */
import { newestRelease, findRelease } from '#core/product/releases.ts';
import { createPolicyLanguageContext, type PolicyLanguageContext } from '#server/policy/lsp/policyContext.ts';
import { Policy } from '#server/policy/model/policy.ts';

/** Start of a policy with the same meaning in every guest. */
export const head = 'package agent_policy\n\nimport future.keywords.if\nimport future.keywords.in\n\n';

export interface Marked {
  readonly at: PolicyLanguageContext;
  readonly offset: number;
  readonly text: string;
}

/** Returns a policy without its `¦` mark, and the offset of the mark. */
export function marked(written: string, { release = newestRelease.id, onlyOurs = false } = {}): Marked {
  const offset = written.indexOf('¦');
  const text = written.replace('¦', '');
  return {
    at: createPolicyLanguageContext(new Policy(text), findRelease(release) ?? newestRelease, onlyOurs),
    offset: Math.max(offset, 0),
    text,
  };
}

/** Small policy that uses most language features. */
export const sample = `${head}# Only these commands.
default ExecProcessRequest := false
ExecProcessRequest if {
    command := concat(" ", input.process.Args)
    some allowed in policy_data.allowed_commands
    command == allowed
}

CreateContainerRequest if {
    every mount in input.OCI.Mounts {
        is_ok(mount, "a")
    }
    names := {name | some storage in input.storages; name := storage.driver}
    count(names) > 0
}

is_ok(mount, prefix) if {
    startswith(mount.source, prefix)
    not regex.match(\`^[a-z]+
b\`, mount.destination)
}

policy_data := {"allowed_commands": ["ls -l"]}
`;
