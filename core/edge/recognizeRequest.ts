/**
 * Determines whether a request is definitely an edge hosting request, and which resources it lists. VKE has requests of
 * the same structure with other status values, so the table applies only to text that names edge hosting. Source:
 * notes/edge-status.md (endpoint veecp.volcengineapi.com, version 2021-03-03, List actions).
 */
import { resourceOfAction } from './listActions.ts';
import type { EdgeResource } from './table/edgePair.ts';

/** Matches list actions. In file names, spaces, dashes, or underscores can separate the words. */
const actionIn = /list[ _-]?((?:edge)?[ _-]?(?:clusters|node[ _-]?pools|nodes)|addons)(?![a-z])/gi;

/** Matches the product code, the API version, or an action that only edge hosting has. */
const edgeAlone = /veecp|边缘托管|\bVersion\W{1,4}2021-03-03\b|list[ _-]?edge[ _-]?node/i;

/** Maximum number of characters to search. */
const longest = 500_000;

/**
 * Returns whether the text or the file name refers to edge hosting.
 * @param path path of the file; only its last parts are checked
 */
export function namesEdgeHosting(text: string, path: string): boolean {
  return edgeAlone.test(text.slice(0, longest)) || edgeAlone.test(lastParts(path));
}

/**
 * Returns the resource kind of the action in the text or in the file name. Returns undefined if there is no action or
 * more than one.
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

/**
 * Returns the file name and the two innermost folders that contain the file. Folders further up are usually unrelated.
 */
function lastParts(path: string): string {
  return path.split(/[/\\]/).slice(-3).join('/').slice(-300);
}
