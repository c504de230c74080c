/**
 * Reads edge hosting resources from API responses and from single Status objects. Source: notes/edge-status.md;
 * pulumi.com/registry/packages/volcengine/api-docs/veecp; the pages 6499/1122265 to 1122278 of volcengine.com/docs.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getMap, getNumber, getString, getValue } from '../common/json.ts';
import { truncateWord } from '../cluster/objects/clusterObject.ts';
import { resourceOfSpelledAction } from './listActions.ts';
import type { EdgeResource } from './table/edgePair.ts';
import type { EdgeItem } from './edgeCauses.ts';

/** Maximum number of conditions to read from one status. */
const mostConditions = 40;

/** Reads a map that is a resource or the Status of a resource. Returns undefined for other values. */
export function readEdgeItem(value: unknown, above: readonly unknown[], resource?: EdgeResource): EdgeItem | undefined {
  if (!isJsonObject(value) || otherService([value, ...above]) !== undefined || isOfKubernetes([value, ...above]))
    return undefined;
  const status = isJsonObject(getValue(value, 'Status')) ? getMap(value, 'Status') : value;
  const phase = getString(status, 'Phase');
  if (phase === undefined || phase === '') return undefined;
  const text = (field: string): string => truncateWord(getString(value, field) ?? '');
  const conditions = [
    ...getList(status, 'Conditions').slice(0, mostConditions).map(conditionIn),
    ...wordsIn(getString(status, 'Conditions')),
    ...wordsIn(getString(status, 'Conditions.Type')),
  ];
  return {
    id: text('Id'),
    name: text('Name'),
    clusterId: text('ClusterId'),
    nodePoolId: text('NodePoolId'),
    status: { phase: truncateWord(phase), conditions: conditions.filter((one) => one !== '').map(truncateWord) },
    ...resourceFields(resource ?? actionOf(above) ?? shapeOf(value)),
  };
}

/**
 * Returns the service name of a response if it isn't edge hosting. VKE responses have the same structure but other
 * status values.
 * @param around surrounding values from the inside out
 */
export function otherService(around: readonly unknown[]): string | undefined {
  const service = around.map((one) => getString(one, 'ResponseMetadata', 'Service')).find((name) => name !== undefined);
  return service === undefined || service === '' || /^veecp/i.test(service) ? undefined : truncateWord(service);
}

/**
 * Returns whether any of the values has a field that only Kubernetes objects have, such as `kind`. The check is
 * necessary because `oc describe` output also contains `Status` and `Phase` with a capital letter.
 */
export function isOfKubernetes(around: readonly unknown[]): boolean {
  return around.some((one) =>
    ['kind', 'Kind', 'apiVersion', 'API Version'].some((key) => getValue(one, key) !== undefined),
  );
}

/**
 * Returns a note such as `This response contains 2 of 30 resources.` Returns undefined if the response contains all
 * resources or no total.
 */
export function partOfResponse(value: unknown): string | undefined {
  const result = isJsonObject(getValue(value, 'Result')) ? getMap(value, 'Result') : getMap(value);
  const total = getNumber(result, 'TotalCount');
  const items = getValue(result, 'Items');
  if (total === undefined || !Array.isArray(items) || items.length >= total) return undefined;
  return l10n.t`This response contains ${items.length} of ${total} resources. To get the other resources, request the other pages.`;
}

function resourceFields(resource: EdgeResource | undefined): { readonly resource?: EdgeResource } {
  return resource === undefined ? {} : { resource };
}

/**
 * Returns the type of a condition. A condition is a map with a Type or, in filters and shortened examples, a string.
 */
function conditionIn(value: unknown): string {
  return typeof value === 'string' ? value : (getString(value, 'Type') ?? '');
}

/** Returns the conditions in a string, such as `Balance` or `Balance, ResourceCleanupFailed`. */
function wordsIn(text = ''): readonly string[] {
  return text.slice(0, 1000).split(/[\s,，、;]+/, mostConditions);
}

/** Returns the resource kind of the request, from `ResponseMetadata.Action` of the surrounding response. */
function actionOf(above: readonly unknown[]): EdgeResource | undefined {
  for (const one of above) {
    const action = getString(one, 'ResponseMetadata', 'Action');
    if (action !== undefined) return resourceOfSpelledAction(action);
  }
  return undefined;
}

/** Returns the resource kind from fields that only one kind has. */
function shapeOf(value: unknown): EdgeResource | undefined {
  const has = (...fields: readonly string[]): boolean => fields.some((field) => getValue(value, field) !== undefined);
  if (has('NodePoolId', 'InstanceId')) return 'node';
  if (has('DeployMode', 'DeployNodeType')) return 'component';
  if (has('KubernetesVersion', 'NodeStatistics') && !has('ClusterId')) return 'cluster';
  return has('ClusterId') && has('NodeStatistics', 'NodeConfig', 'AutoScaling', 'ElasticConfig')
    ? 'nodePool'
    : undefined;
}
