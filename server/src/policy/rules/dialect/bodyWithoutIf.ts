import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { refusedByV1 } from './bodyEdits.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

export default definePolicyRule({
  id: 'rego-body-without-if',
  title: () => l10n.t`A body without if`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`Guests from kata 3.30 on read Rego v1, where a body needs \`if\` before it: \`X if { ... }\`. They refuse a policy that has \`X { ... }\`, and so does every guest where the policy imports \`rego.v1\`. With \`if\` and its import the policy means the same in both. Where the guest surely reads v0 this is a hint only.`,
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus src/parser.rs'],
  check(context) {
    return refusedByV1(context, 'if required', {
      always: l10n.t`With import rego.v1 a body needs if before it: every guest refuses this policy. Put if in.`,
      ofV1: (guest) => l10n.t`${guest} refuses a body without if before it, and with it the whole policy. Put if in.`,
      fix: l10n.t`Put if before it`,
      fixOfAll: l10n.t`Put if before every body, and import it`,
    });
  },
  examples: [
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest {\n#                  ^ want\n    input.process.Args == ["ls"]\n}\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["ls"]\n}\n',
      ),
    },
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest {\n#                  ^ want\n    input.process.Args == allowed[_]\n}\n\nallowed[command] {\n#                ^ want\n    command := ["ls", "date"][_]\n}\n',
        {
          imports: '',
        },
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == allowed[_]\n}\n\nallowed contains command if {\n    command := ["ls", "date"][_]\n}\n',
        {
          imports: 'import future.keywords.contains\nimport future.keywords.if\n',
        },
      ),
    },
  ],
});
