/** Names the unsaved documents in which a user reviews objects for one cluster. Doesn't use VS Code. */
import type { TextDocument } from 'vscode';

/** Returns the name of the review document of a peer pods configuration, without an extension. */
export function peerPodsReviewName(context: string): string {
  return `peer-pods-of-${context.replaceAll(/[^\w.-]+/g, '-')}`;
}

/**
 * Returns whether the document is for review. The objects in a review document are for the cluster that its name
 * contains, not for the cluster that files are checked against.
 */
export function isReviewDocument({ uri }: { readonly uri: Pick<TextDocument['uri'], 'scheme' | 'path'> }): boolean {
  return uri.scheme === 'untitled' && /^\/?peer-pods-of-[\w.-]{1,300}\.yaml$/.test(uri.path);
}
