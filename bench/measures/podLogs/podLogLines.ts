/** The pods of podLogs.ts. */

/** Number of lines per second of all pods together. */
export const linesPerSecond = 10_000;

/** The pods, as the API returns them. */
export const logPods = ['web-1', 'web-2'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name, resourceVersion: '1' },
  spec: { nodeName: 'worker-0', containers: [{ name: 'app' }] },
  status: { phase: 'Running', containerStatuses: [{ name: 'app', state: { running: {} }, restartCount: 0 }] },
}));
