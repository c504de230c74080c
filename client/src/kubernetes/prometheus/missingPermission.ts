/**
 * Finds the missing permission after kube-rbac-proxy rejected a request to Prometheus. Sends the same access review as
 * kube-rbac-proxy.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean } from '#core/common/json.ts';
import type { Connection } from '../connection.ts';
import type { MetricsProblem } from './prometheus.ts';

/**
 * The resource attributes that kube-rbac-proxy checks. Source: openshift/cluster-monitoring-operator@master
 * assets/thanos-querier/kube-rbac-proxy-web-secret.yaml.
 */
const attributes = {
  group: 'monitoring.coreos.com',
  resource: 'prometheuses',
  subresource: 'api',
  name: 'k8s',
  namespace: 'openshift-monitoring',
};

/**
 * Describes the missing permission, based on an access review.
 * @param verb `create` for POST requests, otherwise `get`
 */
export async function missingRight(
  connection: Connection,
  verb: 'get' | 'create',
  signal: AbortSignal | undefined,
): Promise<MetricsProblem> {
  const asked = l10n.t`${verb} prometheuses/api "k8s" (API group monitoring.coreos.com) in openshift-monitoring`;
  const answer = await connection.send('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    method: 'POST',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { ...attributes, verb } },
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!answer.ok && answer.error.kind === 'aborted') return { kind: 'aborted', message: answer.error.message };
  const allowed = answer.ok ? getBoolean(answer.value, 'status', 'allowed') : undefined;
  if (allowed === true)
    return {
      kind: 'refused',
      message: l10n.t`The cluster's Prometheus rejected the request (403), although the cluster grants you permission to ${asked}. Contact your cluster administrator.`,
    };
  return {
    kind: 'forbidden',
    message:
      allowed === false
        ? l10n.t`You don't have permission to read the cluster metrics. Missing permission: ${asked}. Request the cluster-monitoring-view cluster role.`
        : l10n.t`The cluster's Prometheus rejected the request (403). Missing permission: ${asked}. Request the cluster-monitoring-view cluster role.`,
  };
}
