/**
 * What a text says of the request that it is: whether it certainly is one of edge hosting, and what it lists. VKE, its
 * sibling in the cloud, has requests of the same shape with other words: what nobody calls edge hosting is not judged
 * by our table. Source: notes/edge-status.md (endpoint veecp.volcengineapi.com, version 2021-03-03, List actions).
 */
import { resourceOfAction } from './listActions.ts';
import type { EdgeResource } from './table/edgePair.ts';

/** In names of files words may be cut by blanks, dashes and the like. */
const actionIn = /list[ _-]?((?:edge)?[ _-]?(?:clusters|node[ _-]?pools|nodes)|addons)(?![a-z])/gi;

/** The product code, the version of its API, or an action that it alone has. */
const edgeAlone = /veecp|边缘托管|\bVersion\W{1,4}2021-03-03\b|list[ _-]?edge[ _-]?node/i;

/** Characters that are looked at. */
const longest = 500_000;

/**
 * Whether the text, or the name of its file, names edge hosting.
 * @param path of the file: the last parts of it count
 */
export function namesEdgeHosting(text: string, path: string): boolean {
  return edgeAlone.test(text.slice(0, longest)) || edgeAlone.test(lastParts(path));
}

/**
 * What is listed, by the action that the text names, or the name of its file; undefined where neither does, or several
 * do.
 */
export function resourceListed(text: string, path: string): EdgeResource | undefined {
  return actionsIn(text.slice(0, longest)) ?? actionsIn(lastParts(path).split('/').at(-1) ?? '');
}

function actionsIn(text: string): EdgeResource | undefined {
  const found = new Set(
    [...text.matchAll(actionIn)].map(([action]) => resourceOfAction(action.replaceAll(/[ _-]/g, ''))),
  );
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** The file and the two folders around it: of those further out nobody thinks any more. */
function lastParts(path: string): string {
  return path.split(/[/\\]/).slice(-3).join('/').slice(-300);
}
