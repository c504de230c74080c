/** Creates rows for missing prerequisites, each with the next step. */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, installingOperator } from '#core/product/docSections.ts';
import { sectionFor } from '#core/product/sectionFor.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { SyncError } from '#core/cluster/syncState.ts';
import { canOfferInstallation } from '#core/operations/permissions/canOfferInstallation.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { missingWord } from '#core/status/partText.ts';
import { sanitizeLine, sanitizeMarkdownCode, sanitizeTooltip } from '#core/text/sanitize.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { createLoginCommand } from '#client/clusters/state/loginCommand.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { messageNode } from '../messageNode.ts';

type PrerequisiteInput = Pick<ClusterTreeInput, 'context' | 'gathered' | 'readOnly' | 'snapshot' | 'permissions'>;

/** Returns whether the row offers an installation. */
function isInstallableOn({ snapshot, permissions, readOnly }: PrerequisiteInput): boolean {
  return readOnly !== true && canOfferInstallation(snapshot, permissions);
}

const link = ({ title, url }: DocSection): string => `[${sanitizeTooltip(title)}](${url})`;

/** Creates the row for rejected credentials. */
export function loggedOutNode(
  { context }: Pick<ClusterTreeInput, 'context'>,
  { server }: Pick<ContextInfo, 'server'>,
): TreeNode {
  const line = createLoginCommand(server);
  return messageNode(context, {
    id: `${context}/log-in`,
    label: withEllipsis(l10n.t`Log In`),
    ...(line === undefined ? {} : { description: line }),
    icon: 'sign-in',
    tooltip: joinParagraphs(
      l10n.t`The cluster rejected the credentials. Click to log in with a token, or run the command in a terminal.`,
      line === undefined ? undefined : sanitizeMarkdownCode(line),
    ),
    command: { id: 'osc.cluster.logIn', title: 'Log In' },
  });
}

/**
 * Creates the row for requests that couldn't be sent, because the kubeconfig or its credential plugin provides no
 * credentials.
 */
export function noCredentialsNode({ context }: Pick<ClusterTreeInput, 'context'>, { message }: SyncError): TreeNode {
  return messageNode(context, {
    id: `${context}/no-credentials`,
    label: l10n.t`Retry`,
    description: sanitizeLine(message, 160),
    icon: 'refresh',
    tooltip: joinParagraphs(
      sanitizeTooltip(message),
      l10n.t`Click to retry. If you denied a credential plugin, the extension asks you again whether to run the plugin.`,
    ),
    command: { id: 'osc.cluster.refresh', title: 'Try Again' },
  });
}

/**
 * Creates the row for a missing operator. Without it, a KataConfig has no effect.
 * @param isKindLeft true if the KataConfig CRD still exists from an earlier installation
 */
export function noOperatorNode(input: PrerequisiteInput, isKindLeft: boolean): TreeNode {
  const { context, gathered } = input;
  const isInstallable = isInstallableOn(input);
  return messageNode(context, {
    id: `${context}/no-operator`,
    label: l10n.t`Operator`,
    description: `${missingWord('none')} · ${l10n.t`Not installed`}`,
    icon: 'info',
    tooltip: joinParagraphs(
      isKindLeft
        ? l10n.t`The KataConfig CRD exists, but the OpenShift sandboxed containers Operator isn't installed.`
        : l10n.t`The KataConfig CRD doesn't exist. The OpenShift sandboxed containers Operator installs it.`,
      gathered === true || !isInstallable
        ? undefined
        : l10n.t`**To do:** Click to install the operator and Kata. You enter the required values and preview all changes before the extension sends them. Alternatively, run _New OSC Manifest..._ to create the Namespace, OperatorGroup, and Subscription as files.`,
      link(installingOperator),
    ),
    ...(isInstallable
      ? {
          contextValue: 'osc-explained osc-install',
          command: { id: 'osc.kata.install', title: 'Install Kata' },
        }
      : { contextValue: 'osc-explained' }),
  });
}

/** Creates the row for an installed operator without a KataConfig. */
export function noKataConfigNode(input: PrerequisiteInput): TreeNode {
  const { context, gathered, snapshot } = input;
  const isInstallable = isInstallableOn(input);
  return messageNode(context, {
    id: `${context}/no-kataconfig`,
    label: 'Kata',
    description: `${missingWord('none')} · ${l10n.t`No KataConfig`}`,
    icon: 'info',
    tooltip: joinParagraphs(
      l10n.t`Kata isn't installed on any node until you create a KataConfig. Creating a KataConfig reboots every node that it selects.`,
      gathered === true || !isInstallable
        ? undefined
        : l10n.t(
            "**To do:** To install Kata, click the button in this row, or run _Install Kata..._ from the cluster's menu. Alternatively, create a KataConfig with _New OSC Manifest..._ and apply it with `oc apply -f`.",
          ),
      link(sectionFor(creatingKataConfig, getInstalledRelease(snapshot))),
    ),
    contextValue: isInstallable ? 'osc-explained osc-install' : 'osc-explained',
  });
}
