/**
 * Defines a user's kubectl session: the steps and the expected output. kubectl.test.ts runs the session and writes it
 * to docs/simulator.md.
 */

export interface Step {
  /** Bash command. */
  readonly command: string;
  /** Files that the command reads, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly see: readonly RegExp[];
  /** Whether the command must fail. */
  readonly fails?: boolean;
  /**
   * Reason of the KataConfig condition at which the command runs. The cluster's time stops from then until the command
   * has finished, however slow the computer is.
   */
  readonly during?: string;
}

const kataConfig = (spec: string): string => `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example
spec:
${spec}
`;

export const session: readonly Step[] = [
  { command: 'kubectl get nodes', see: [/^NAME +STATUS +ROLES +AGE +VERSION/m, /^worker-1 +Ready +worker /m] },
  {
    command: 'kubectl get clusterserviceversions -n openshift-sandboxed-containers-operator',
    see: [/sandboxed-containers-operator\.v\S+ .* Succeeded/],
  },
  { command: 'kubectl create deployment web --image=nginx --replicas=2', see: [/deployment\.apps\/web created/] },
  { command: 'kubectl rollout status deployment web --timeout=60s', see: [/successfully rolled out/] },
  { command: 'kubectl set image deployment/web nginx=nginx:1.29', see: [/image updated/] },
  { command: 'kubectl rollout history deployment web', see: [/^1 +<none>\n2 +<none>/m] },
  {
    command: "kubectl create cronjob nightly --image=busybox --schedule='0 3 * * *'",
    see: [/cronjob\.batch\/nightly created/],
  },
  {
    command: 'kubectl create poddisruptionbudget web --selector=app=web --min-available=1',
    see: [/poddisruptionbudget\.policy\/web created/],
  },
  { command: 'kubectl auth whoami', see: [/^Username +kube:admin/m] },
  { command: 'kubectl auth can-i create kataconfigs', see: [/^yes$/m] },
  { command: 'kubectl explain kataconfig.spec.logLevel', see: [/KIND: +KataConfig/, /logLevel <string>/] },
  {
    command: 'kubectl apply -f misspelt.yaml',
    files: { 'misspelt.yaml': kataConfig('  logLvel: debug') },
    see: [/strict decoding error: unknown field "spec\.logLvel"/],
    fails: true,
  },
  {
    command: 'kubectl apply -f kataconfig.yaml',
    files: { 'kataconfig.yaml': kataConfig('  logLevel: info') },
    see: [/kataconfig\.kataconfiguration\.openshift\.io\/example created/],
  },
  {
    command: 'kubectl create -f second.yaml',
    files: { 'second.yaml': kataConfig('  logLevel: info').replace('example', 'second') },
    see: [/A KataConfig instance already exists, refusing to create a duplicate/],
    fails: true,
  },
  {
    command: 'kubectl get kataconfig example -o jsonpath=\'{.status.conditions[0].reason}{"\\n"}\'',
    see: [/^Installing$/m],
    during: 'Installing',
  },
  {
    command: 'kubectl get kataconfig example --watch --output-watch-events --request-timeout=2s',
    see: [/^EVENT +NAME +INPROGRESS +COMPLETED +TOTAL +AGE/m, /^ADDED +example +/m],
  },
  {
    command: 'kubectl wait --for=condition=InProgress=False kataconfig/example --timeout=100s',
    see: [/example condition met/],
  },
  { command: 'kubectl get kataconfig,runtimeclass', see: [/kataconfig\S+\/example/, /runtimeclass\S+\/kata +kata /] },
  {
    command: 'kubectl get machineconfigpool kata-oc',
    see: [/^kata-oc +rendered-kata-oc-\S+ +True +False +False +2 +2 +2 +0 /m],
  },
  { command: 'kubectl get nodes -l node-role.kubernetes.io/kata-oc -o wide', see: [/worker-0/, /worker-1/] },
  {
    command: 'kubectl get daemonset,pods -n openshift-sandboxed-containers-operator',
    see: [/daemonset\.apps\/openshift-sandboxed-containers-monitor/],
  },
  {
    command: 'kubectl apply --server-side -f level.yaml',
    files: { 'level.yaml': kataConfig('  logLevel: debug') },
    see: [/conflict with "kubectl-client-side-apply" using kataconfiguration\.openshift\.io\/v1: \.spec\.logLevel/],
    fails: true,
  },
  {
    command: 'kubectl patch kataconfig example --type=merge -p \'{"metadata":{"labels":{"tried":"yes"}}}\'',
    see: [/patched/],
  },
  {
    command: 'kubectl delete kataconfig example --timeout=100s',
    see: [/kataconfig\.kataconfiguration\.openshift\.io "example" deleted/],
  },
  { command: 'kubectl get kataconfig', see: [/No resources found/] },
];
