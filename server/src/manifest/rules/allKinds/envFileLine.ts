import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { EnvLineFault } from '#server/engine/yaml/keyValue.ts';
import { isFaultless } from '../peerPods/values/isValueValid.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'env-file-line',
  title: () => l10n.t`Invalid line in an env file`,
  severity: 'error',
  appliesTo: dataObjects.map(({ id }) => id),
  why: () =>
    l10n.t`kustomize generates a ConfigMap or Secret from this env file. It splits each line at the first \`=\` into a key and a value, and doesn't process shell syntax or quotes. In \`KEY="value"\`, the quotes become part of the value. In \`export KEY=value\`, \`KEY = value\`, and \`KEY: value\`, the key contains spaces or a colon, so kustomize or the API server rejects the whole object. If two lines have the same key, kustomize fails. A line with only \`KEY\` sets an empty value.

For quotes, the severity is warning, because the object isn't rejected.

Write each line as \`KEY=value\`.`,
  source: [
    'kubernetes-sigs/kustomize@12f9e639 api/kv/kv.go (keyValuesFromLine)',
    'kubernetes-sigs/kustomize@12f9e639 api/internal/generators/utils.go (makeValidatedDataMap)',
  ],
  *check(context) {
    for (const fault of context.manifest.faults ?? [])
      if (fault.fault === 'conflict') yield* conflict(context);
      else if (fault.fault === 'refused') yield refused(context, fault);
      else yield fault.fault === 'quoted' ? quoted(context, fault) : repeated(context, fault);
  },
  examples: () => [
    {
      envFileOf: 'peer-pods-cm',
      avoid: `
CLOUD_PROVIDER=aws
export AWS_REGION=us-east-2
# <--------------------------- want
AWS_VPC_ID = vpc-0123456789abcdef0
# <---------------------------------- want
`,
      prefer: `
CLOUD_PROVIDER=aws
AWS_REGION=us-east-2
AWS_VPC_ID=vpc-0123456789abcdef0
`,
    },
    {
      envFileOf: 'peer-pods-cm',
      avoid: `
CLOUD_PROVIDER=aws
PODVM_INSTANCE_TYPE="t3.medium"
#                   ^^^^^^^^^^^ want
`,
      prefer: `
CLOUD_PROVIDER=aws
PODVM_INSTANCE_TYPE=t3.medium
`,
    },
    {
      envFileOf: 'peer-pods-cm',
      avoid: `
CLOUD_PROVIDER=aws
AWS_REGION=us-east-2
AWS_REGION=us-east-1
# <---------- want
`,
      prefer: `
CLOUD_PROVIDER=aws
AWS_REGION=us-east-2
`,
    },
    {
      envFileOf: 'peer-pods-cm',
      avoid:
        '\nCLOUD_PROVIDER=aws\n<<<<<<< HEAD\n# <------------ want\nAWS_REGION=us-east-2\n=======\nAWS_REGION=us-east-1\n>>>>>>> production\n',
      prefer: `
CLOUD_PROVIDER=aws
AWS_REGION=us-east-2
`,
    },
  ],
});

function conflict({ text }: RuleContext): readonly Finding[] {
  const found = findMergeConflict(text);
  return found === undefined ? [] : [found];
}

function repeated({ text }: RuleContext, { start, end, name = '' }: EnvLineFault): Finding {
  const edit = { start: getLineStart(text, start), end: getLineEnd(text, end), text: '' };
  return {
    start,
    end,
    message: l10n.t`An earlier line also sets ${name}, so kustomize fails. Remove one of the lines.`,
    fixes: [{ title: l10n.t`Remove this line`, edits: [edit], sure: false }],
  };
}

/**
 * Reports a line that isn't valid. The message doesn't repeat the line, because it might contain a part of a
 * credential.
 */
function refused(context: RuleContext, { start, end, name, meant }: EnvLineFault): Finding {
  const finding = {
    start,
    end,
    message: l10n.t`This line doesn't have the form KEY=value, so kustomize or the API server rejects the object. Write KEY=value on one line, without export and without spaces around the =.`,
  };
  if (name === undefined || meant === undefined) return finding;
  return {
    ...finding,
    fixes: [
      {
        title: l10n.t`Change to ${'KEY=value'}`,
        edits: [{ start, end, text: `${name}=${meant}` }],
        sure: isRight(context, name, meant),
      },
    ],
  };
}

function quoted(context: RuleContext, { start, end, meant = '', name = '' }: EnvLineFault): Finding {
  // A value that might be a password isn't changed automatically.
  const sure = context.manifest.kind.kind !== 'Secret' && isRight(context, name, meant);
  const fixes: Fix[] = [{ title: l10n.t`Remove the quotes`, edits: [{ start, end, text: meant }], sure }];
  return {
    start,
    end,
    severity: 'warning',
    message: l10n.t`kustomize doesn't strip quotes in an env file, so they become part of the value. Remove them.`,
    fixes,
  };
}

/**
 * Returns whether the fix is safe because no other rule would report the key. CLOUD_PROVIDER is excluded, because it
 * determines all other keys.
 */
function isRight(context: RuleContext, name: string, value: string): boolean {
  const { id, kind } = context.manifest.kind;
  return kind === 'Secret' || (id === 'peer-pods-cm' && name !== 'CLOUD_PROVIDER' && isFaultless(name, value, context));
}
