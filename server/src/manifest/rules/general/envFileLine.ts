import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { EnvLineFault } from '#server/engine/yaml/keyValue.ts';
import { isFaultless } from '../peerPods/values/isValueValid.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'env-file-line',
  title: () => l10n.t`A line of an env file that is not taken as it is meant`,
  severity: 'error',
  appliesTo: dataObjects.map(({ id }) => id),
  why: () =>
    l10n.t`kustomize reads an env file line by line: what stands before the first \`=\` is the key, all that follows is the value. It is no shell and knows no quotes: \`KEY="value"\` has a value with quotes in it. In \`export KEY=value\`, \`KEY = value\` and \`KEY: value\` the key has blanks or a colon, and kustomize, or else the API server, refuses the whole object.`,
  source: ['kubernetes-sigs/kustomize@0069d6f4 api/kv/kv.go (keyValuesFromLine)'],
  *check(context) {
    for (const fault of context.manifest.faults ?? [])
      yield fault.fault === 'refused' ? refused(context, fault) : quoted(context, fault);
  },
  examples: [
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
  ],
});

/** What stands in it may be a part of a credential: it is not repeated. */
function refused(context: RuleContext, { start, end, name, meant }: EnvLineFault): Finding {
  const place = { start, end };
  if (name === undefined || meant === undefined)
    return {
      ...place,
      message: l10n.t`This line is no KEY=value: all up to a = is taken for the key, and the object is refused for it. A value has one line.`,
    };
  return {
    ...place,
    message: l10n.t`All that stands before the = is taken for the key, and for such a key the object is refused. Write KEY=value, without blanks around it or export.`,
    fixes: [
      {
        title: l10n.t`Write it as KEY=value`,
        edits: [{ start, end, text: `${name}=${meant}` }],
        sure: isRight(context, name, meant),
      },
    ],
  };
}

function quoted(context: RuleContext, { start, end, meant = '', name = '' }: EnvLineFault): Finding {
  // What may be a password is not changed unasked.
  const sure = context.manifest.kind.kind !== 'Secret' && isRight(context, name, meant);
  const fixes: Fix[] = [{ title: l10n.t`Remove the quotes`, edits: [{ start, end, text: meant }], sure }];
  return {
    start,
    end,
    severity: 'warning',
    message: l10n.t`In an env file the quotes become part of the value: kustomize takes it as it is written. Remove them.`,
    fixes,
  };
}

/** Once the key counts, nothing else is to be said. Which cloud it is decides about every other key. */
function isRight(context: RuleContext, name: string, value: string): boolean {
  const { id, kind } = context.manifest.kind;
  return kind === 'Secret' || (id === 'peer-pods-cm' && name !== 'CLOUD_PROVIDER' && isFaultless(name, value, context));
}
