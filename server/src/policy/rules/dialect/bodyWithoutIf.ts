import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { allRefusedByV1 } from './bodyEdits.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

export default definePolicyRule({
  id: 'rego-body-without-if',
  title: () => l10n.t`Rule body without "if"`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`A rule has a body in braces without \`if\`, such as \`X { ... }\`. Guests with Kata 3.30 and later use Rego v1, which requires \`X if { ... }\`, so they reject the whole policy. If the policy imports \`rego.v1\`, every guest rejects it.

The finding is a hint if the guest is known to use Rego v0, which accepts both forms.

If several bodies have no \`if\`, only the first one is reported. The message contains their number, and the fix changes all of them.

Write \`if\` before the body, and import it with \`import future.keywords.if\`. The policy then works the same in Rego v0 and v1.`,
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus@cabd0866 src/parser.rs'],
  check(context) {
    return allRefusedByV1(context, 'if required', {
      ofV1: (guest) => l10n.t`${guest} rejects the whole policy because ${'if'} is missing here.`,
      ofSeveral: (guest, count) =>
        l10n.t`${guest} rejects the whole policy because ${'if'} is missing before ${count} rule bodies.`,
      fix: l10n.t`Add ${'if'}`,
      fixOfSeveral: l10n.t`Add all missing ${'if'} keywords`,
      fixOfAll: l10n.t`Add all missing keywords and their imports`,
    });
  },
  examples: () => [
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
        'default ExecProcessRequest := false\n\nExecProcessRequest {\n#                  ^ want\n    input.process.Args == allowed[_]\n}\n\nallowed[command] {\n    command := ["ls", "date"][_]\n}\n',
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
