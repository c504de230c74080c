/** Shows the description of an object as a read-only document. */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ClusterSession } from '../sessions/clusterSession.ts';
import type { NodeTarget } from '../state/nodeTarget.ts';
import type { ClusterDocuments } from './clusterDocuments.ts';
import { pickAnyObject } from './pickAnyObject.ts';

/**
 * Shows the description of the object of a row. Without a row, asks for an object.
 * @param choose returns the open cluster to select an object from, or undefined if the user cancels
 */
export async function showDescription(
  documents: ClusterDocuments,
  target: NodeTarget | undefined,
  choose: (title: string) => Promise<ClusterSession | undefined>,
): Promise<void> {
  if (target?.object !== undefined) return show(documents, target.context, target.object);
  const title = l10n.t`Describe Object`;
  const session = await choose(title);
  if (session === undefined) return undefined;
  const { context, connection, namespaces } = session;
  // A name without a namespace is in the only namespace of the filter, as in other commands.
  const namespace =
    (namespaces.length === 1 ? namespaces[0] : undefined) ?? connection.identity?.namespace ?? 'default';
  const object = await pickAnyObject({ context, connection, namespace, namespaces }, title);
  return object === undefined ? undefined : show(documents, context, object);
}

async function show(documents: ClusterDocuments, context: string, object: ObjectReference): Promise<void> {
  const document = await workspace.openTextDocument(documents.descriptionUri(context, object));
  await window.showTextDocument(document, { preview: true });
}
