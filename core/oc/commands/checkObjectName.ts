/** Finds the display name of the operator where a command needs the name of an object, as in OSC 1.12 §5.3. */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '../../product/docSections.ts';
import { documentedSubscription, operatorNamespace } from '../../product/namespaces.ts';
import { resourceOf, type ClientCommand } from './clientCommand.ts';
import type { CommandCheck, CommandProblem } from './commandProblem.ts';

const displayName = /^(?:the )?(?:Red Hat )?OpenShift sandboxed containers(?: Operator)?$/i;
const subscriptions = new Set(['subscription', 'subscriptions', 'sub', 'subs']);
const versions = new Set(['clusterserviceversion', 'clusterserviceversions', 'csv', 'csvs']);

/** Reports the display name in commands for Subscriptions and ClusterServiceVersions. */
export const checkObjectName: CommandCheck = ({ calls }) =>
  calls.flatMap((call): readonly CommandProblem[] => {
    const { type, names } = resourceOf(call);
    const isSubscription = subscriptions.has(type);
    const [first, last] = [names[0], names.at(-1)];
    if ((!isSubscription && !versions.has(type)) || first === undefined || last === undefined) return [];
    if (!displayName.test(names.map(({ value }) => value ?? '').join(' '))) return [];
    const range = { start: first.start, end: last.end };
    const { name } = documentedSubscription;
    return [
      {
        id: 'command-object-name',
        ...range,
        severity: 'error',
        headline: l10n.t`Display name instead of an object's name`,
        message: isSubscription
          ? l10n.t`The operator's display name isn't the name of a Subscription, so the command finds no object. Use ${name}.`
          : l10n.t`The operator's display name isn't the name of a ClusterServiceVersion, so the command finds no object. Use a name such as ${documentedSubscription.startingCsvPrefix}1.12.0.`,
        fixes: isSubscription
          ? [{ title: l10n.t`Change to ${name}`, edits: [{ ...range, text: name }], sure: true }]
          : [],
        ...(isSubscription ? nextOf(call) : {}),
        docs: uninstallingOperator,
      },
    ];
  });

/** Returns what to do after a Subscription is deleted: the operator stays installed until its CSV is deleted. */
function nextOf({ verb, tool }: ClientCommand): Pick<CommandProblem, 'next'> {
  if (verb !== 'delete') return {};
  const second = `${tool} delete csv <name> -n ${operatorNamespace}`;
  return { next: l10n.t('Delete the ClusterServiceVersion with a second command: `{0}`', second) };
}
