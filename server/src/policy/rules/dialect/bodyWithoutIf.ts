import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { refusedByV1 } from './bodyEdits.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

export default definePolicyRule({
  id: 'rego-body-without-if',
  title: () => l10n.t`Rule body without if`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t(
      'Guests with Kata 3.30 and later use Rego v1, which requires `if` before a rule body: `X if { ... }`. They reject a policy that contains `X { ... }`. If the policy imports `rego.v1`, every guest rejects it. With `if` and its import, the policy works the same in both versions. Reported as a hint if the guest is known to use Rego v0.',
    ),
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus src/parser.rs'],
  check(context) {
    return refusedByV1(context, 'if required', {
      ofV1: (guest) => l10n.t`${guest} rejects the whole policy because ${'if'} is missing here.`,
      fix: l10n.t`Add ${'if'}`,
      fixOfAll: l10n.t`Add all missing keywords and their imports`,
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
