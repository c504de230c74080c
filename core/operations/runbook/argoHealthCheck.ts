/**
 * Explains how to make Argo CD start the next sync wave after OLM v1 has installed a ClusterExtension. Argo CD has no
 * health check for this kind, and treats an object without a health check as healthy as soon as it's applied. Sources:
 * argoproj/argo-cd@37ee0097 resource_customizations, docs/operator-manual/health.md,
 * docs/operator-manual/application.yaml, gitops-engine/pkg/sync/sync_context.go;
 * operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go.
 */

/** Lua code that Argo CD runs with the ClusterExtension as `obj`. Ignores conditions about an earlier generation. */
export const extensionHealthCheck = `local found = {}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    if condition.observedGeneration == nil or condition.observedGeneration == obj.metadata.generation then
      found[condition.type] = condition
    end
  end
end
local installed, progressing = found["Installed"], found["Progressing"]
if progressing ~= nil and progressing.status == "False" then
  return {status = "Degraded", message = progressing.message}
end
if installed ~= nil and installed.status == "True" and progressing ~= nil and progressing.reason == "Succeeded" then
  return {status = "Healthy", message = installed.message}
end
return {status = "Progressing", message = progressing ~= nil and progressing.message or "Waiting for OLM v1"}
`;

/** Returns the section of a README that explains how to make Argo CD wait. */
export function extensionHealthSection(): readonly string[] {
  const check = extensionHealthCheck.trimEnd().split('\n');
  return [
    '## Health of the ClusterExtension',
    "Argo CD has no health check for ClusterExtensions. It doesn't wait until OLM v1 has installed the operator, so the cluster rejects the KataConfig, and the sync fails. Do at least one of the following:",
    [
      '- In the Application, set `spec.syncPolicy.retry` so that Argo CD retries the sync for at least 15 minutes. By default, Argo CD retries only automated syncs, and for less than 3 minutes.',
      '- Ask the administrator of Argo CD to add this health check to the ConfigMap `argocd-cm`. If an operator such as Red Hat OpenShift GitOps manages Argo CD, add the Lua code to `spec.resourceHealthChecks` of its ArgoCD resource instead.',
    ].join('\n'),
    [
      'data:',
      '  resource.customizations.health.olm.operatorframework.io_ClusterExtension: |',
      ...check.map((line) => `    ${line}`),
    ]
      .map((line) => `      ${line}`)
      .join('\n'),
  ];
}
