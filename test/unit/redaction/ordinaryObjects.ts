/** Objects of a must-gather without a Secret. */
export const ordinaryYaml = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata:
    name: osc-caa-ds-x2lkp
    namespace: openshift-sandboxed-containers-operator
    uid: 3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e
    annotations:
      openshift.io/scc: privileged
      k8s.ovn.org/pod-networks: '{"default":{"ip_addresses":["10.128.2.15/23"],"mac_address":"0a:58:0a:80:02:0f","gateway_ips":["10.128.2.1"]}}'
      security.openshift.io/validated-scc-subject-type: user
      openshift.io/token-secret.name: default-token-x7k2m
      openshift.io/internal-registry-auth-token.service-account: default
      service.beta.openshift.io/serving-cert-secret-name: webhook-server-cert
      checksum/secret: 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
  spec:
    automountServiceAccountToken: true
    containers:
    - name: caa
      args:
      - --tls-private-key-file=/etc/tls/private/tls.key
      - --client-ca-file
      - /etc/ca.crt
      - --token-ttl
      - 10m
      env:
      - name: AZURE_CLIENT_SECRET
        valueFrom:
          secretKeyRef:
            key: AZURE_CLIENT_SECRET
            name: peer-pods-secret
      - name: PEERPODS_LIMIT_PER_NODE
        value: "10"
      - name: SSH_KEY_SECRET_NAME
        value: ssh-key-secret
      - name: TOKEN_FILE
        value: /var/run/secrets/token
      - name: AUTHFILE
        value: /root/containers/auth.json
      - name: CLOUD_PROVIDER
        value: azure
      envFrom:
      - secretRef:
          name: peer-pods-secret
      - configMapRef:
          name: peer-pods-cm
      volumeMounts:
      - mountPath: /root/.ssh/
        name: ssh
        readOnly: true
      - mountPath: /var/run/secrets/kubernetes.io/serviceaccount
        name: kube-api-access-x2lkp
    imagePullSecrets:
    - name: default-dockercfg-x7k2m
    tolerations:
    - effect: NoExecute
      key: node.kubernetes.io/not-ready
      operator: Exists
      tolerationSeconds: 300
    volumes:
    - name: auth-json-volume
      secret:
        defaultMode: 420
        items:
        - key: .dockerconfigjson
          path: auth.json
        secretName: auth-json-secret
    - name: kube-api-access-x2lkp
      projected:
        sources:
        - serviceAccountToken:
            expirationSeconds: 3607
            path: token
        - configMap:
            items:
            - key: ca.crt
              path: ca.crt
            name: kube-root-ca.crt
  status:
    containerStatuses:
    - containerID: cri-o://1f2e3d4c5b6a79880123456789abcdef0123456789abcdef0123456789abcdef
      state:
        waiting:
          message: 'secret "peer-pods-secret" not found'
          reason: CreateContainerConfigError
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: peer-pods-cm
  data:
    CLOUD_PROVIDER: aws
    VXLAN_PORT: "9000"
    PROXY_TIMEOUT: 30m
    DISABLECVM: "true"
    AWS_REGION: us-east-1
    AWS_VPC_ID: vpc-0123456789abcdef0
    AWS_SUBNET_ID: subnet-0a1b2c3d4e5f67890
    KEYNAME: my-key-pair
    AZURE_IMAGE_ID: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg/providers/Microsoft.Compute/images/podvm
    SSH_KEY_SECRET: ssh-key-secret
    TAGS: key1=value1,key2=value2
- apiVersion: v1
  kind: ServiceAccount
  metadata:
    name: default
  imagePullSecrets:
  - name: default-dockercfg-x7k2m
  secrets:
  - name: default-dockercfg-x7k2m
- apiVersion: config.openshift.io/v1
  kind: OAuth
  spec:
    identityProviders:
    - htpasswd:
        fileData:
          name: htpass-secret
      mappingMethod: claim
      name: htpasswd
      type: HTPasswd
    tokenConfig:
      accessTokenMaxAgeSeconds: 86400
- apiVersion: v1
  kind: Event
  message: 'MountVolume.SetUp failed for volume "cert" : secret "webhook-server-cert" not found'
  reason: FailedMount
- apiVersion: cloudcredential.openshift.io/v1
  kind: CredentialsRequest
  spec:
    cloudTokenPath: /var/run/secrets/openshift/serviceaccount/token
    secretRef:
      name: azure-cloud-credentials
      namespace: openshift-machine-api
    serviceAccountNames:
    - machine-api-controllers
- apiVersion: v1
  kind: Node
  metadata:
    annotations:
      machineconfiguration.openshift.io/currentConfig: rendered-kata-oc-0123456789abcdef0123456789abcdef
      k8s.ovn.org/node-chassis-id: 9f8e7d6c-1234-4abc-9def-0123456789ab
      k8s.ovn.org/l3-gateway-config: '{"default":{"mode":"shared","interface-id":"br-ex_worker-1","mac-address":"00:0d:3a:1b:2c:3d"}}'
  status:
    nodeInfo:
      bootID: 3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e
      machineID: 0123456789abcdef0123456789abcdef
- apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  spec:
    versions:
    - schema:
        openAPIV3Schema:
          properties:
            password:
              description: The password of the user.
              type: string
            tokenSecretRef:
              description: SecretKeySelector selects a key of a Secret.
              properties:
                key:
                  description: The key of the secret to select from.  Must be a valid secret key.
                  type: string
              required:
              - key
              type: object
            apiKey:
              description: API key
              type: string
- apiVersion: v1
  kind: Pod
  spec:
    containers:
    - args: ["-p", "8080", "--login"]
      command: ["/bin/server"]
    - args:
      - -u
      - "1000"
      - -p
      - /var/run/pidfile
    - command:
      - mkdir
      - -p
      - /tmp/x
- apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRole
  rules:
  - apiGroups:
    - ""
    resources:
    - secrets
    - serviceaccounts/token
    verbs:
    - get
`;
