/**
 * Lines as the kubelet, CRI-O, Kata, operators, and people write them. They contain no credentials, although many
 * mention one.
 */
export const ordinaryLog = `I0315 08:12:01.123456    2201 kubelet.go:2421] "SyncLoop ADD" source="api" pods=["openshift-sandboxed-containers-operator/controller-manager-7d5f9b8c4-x2lkp"]
E0315 08:12:02.123456    2201 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"manager\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"quay.io/openshift/origin@sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\\\\\\"\\"" pod="ns/pod-1" podUID="3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e"
I0315 08:12:03.000000    2201 reconciler_common.go:245] "operationExecutor.VerifyControllerAttachedVolume started for volume \\"kube-api-access-x2lkp\\" (UniqueName: \\"kubernetes.io/projected/3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e-kube-api-access-x2lkp\\") pod \\"controller-manager-7d5f9b8c4-x2lkp\\" (UID: \\"3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e\\") " pod="ns/pod"
E0315 08:12:04.000000    2201 secret.go:189] Couldn't get secret openshift-sandboxed-containers-operator/peer-pods-secret: secret "peer-pods-secret" not found
E0315 08:12:05.000000    2201 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/secret/3f2b1c1e-cert podName:3f2b1c1e nodeName:}" failed. No retries permitted until 2024-03-15 08:14:07 +0000 UTC m=+210.1 (durationBeforeRetry 2m2s). Error: MountVolume.SetUp failed for volume "cert" (UniqueName: "kubernetes.io/secret/3f2b1c1e-cert") pod "controller-manager" (UID: "3f2b1c1e") : secret "webhook-server-cert" not found
W0315 08:12:06.000000    2201 reflector.go:547] object-"openshift-sandboxed-containers-operator"/"peer-pods-secret": failed to list *v1.Secret: secrets "peer-pods-secret" is forbidden: User "system:node:worker-1" cannot list resource "secrets" in API group "" in the namespace "ns": no relationship found between node 'worker-1' and this object
I0315 08:12:07.000000       1 tokens_controller.go:120] "token controller started" serviceaccounts=12
I0315 08:12:08.000000       1 controller.go:100] "Starting EventSource" controller="kataconfig" controllerGroup="kataconfiguration.openshift.io" controllerKind="KataConfig" source="kind source: *v1.Secret"
time="2024-03-15T08:12:09Z" level=info msg="Checking image status: quay.io/openshift-release-dev/ocp-v4.0-art-dev@sha256:abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789" id=1c2d3e4f-5a6b-7c8d-9e0f-1a2b3c4d5e6f name=/runtime.v1.ImageService/ImageStatus
time="2024-03-15T08:12:10Z" level=debug msg="Using registries.d directory /etc/containers/registries.d" file="docker/registries_d.go:50"
time="2024-03-15T08:12:10Z" level=debug msg="No credentials matching quay.io/openshift found in /var/lib/kubelet/config.json" file="config/config.go:200"
time="2024-03-15T08:12:10Z" level=debug msg="Found credentials for quay.io/openshift in credential helper containers-auth.json in file /var/lib/kubelet/config.json"
time="2024-03-15T08:12:11Z" level=debug msg="  Lookaside configuration: using \\"default-docker\\" configuration"
time="2024-03-15T08:12:11Z" level=debug msg="GET https://quay.io/v2/auth?scope=repository%3Aopenshift%2Forigin%3Apull&service=quay.io"
time="2024-03-15T08:12:11Z" level=error msg="Error preparing image: reading manifest 4.14 in quay.io/x/y: unauthorized: access to the requested resource is not authorized"
time="2024-03-15T08:12:12Z" level=warning msg="Failed to decode the auth token: expired at 2024-03-15T08:10:00Z"
time="2024-03-15T08:12:13Z" level=info msg="Ran pod sandbox 1f2e3d4c5b6a79880123456789abcdef0123456789abcdef0123456789abcdef with infra container: ns/pod-1/POD" id=9f8e7d6c-1234-4abc-9def-0123456789ab name=/runtime.v1.RuntimeService/RunPodSandbox
time="2024-03-15T08:12:14Z" level=debug msg="running conmon: /usr/bin/conmon" args="[-b /run/containers/storage/overlay-containers/1f2e/userdata -c 1f2e3d -n k8s_POD_p_ns_3f2b_0 --exit-dir /var/run/crio/exits -l /var/log/pods/ns_p_3f2b/1f2e.log --log-level debug -P /run/conmon.pid -p /run/pidfile -r /usr/bin/kata-runtime -s -u 1f2e3d4c5b6a]"
Mar 15 08:12:15 worker-1 kata[2345]: time="2024-03-15T08:12:15.1Z" level=info msg="launching /usr/libexec/qemu-kvm with: [-name sandbox-1f2e -uuid 3f2b1c1e -machine q35,accel=kvm,nvdimm=on -cpu host,pmu=off -qmp unix:fd=3,server=on,wait=off -m 2048M,slots=10,maxmem=16384M -object rng-random,id=rng0,filename=/dev/urandom]" name=containerd-shim-v2 pid=2345 sandbox=1f2e source=virtcontainers subsystem=qemu
Mar 15 08:12:15 worker-1 kata[2345]: level=debug msg="sending request" name=grpc.CreateContainerRequest req="container_id:\\"1f2e\\" exec_id:\\"1f2e\\" OCI:<Version:\\"1.0\\" Process:<Args:\\"/bin/sh\\" Env:\\"PATH=/usr/bin\\" Env:\\"TERM=xterm\\" > >"
Mar 15 08:12:16 worker-1 systemd[1]: Started Kubernetes Kubelet.
Mar 15 08:12:16 worker-1 systemd[1]: sshd-keygen@rsa.service: Deactivated successfully.
Mar 15 08:12:16 worker-1 sshd[999]: Accepted publickey for core from 10.0.0.5 port 51234 ssh2: RSA SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
Mar 15 08:12:16 worker-1 sshd[999]: pam_unix(sshd:session): session opened for user core(uid=1000) by core(uid=0)
Mar 15 08:12:16 worker-1 sshd[1001]: Failed password for invalid user admin from 10.0.0.9 port 4022 ssh2
Mar 15 08:12:17 worker-1 sudo[1002]: core : TTY=pts/0 ; PWD=/var/home/core ; USER=root ; COMMAND=/bin/journalctl -u crio
Mar 15 08:12:17 worker-1 kernel: Command line: BOOT_IMAGE=(hd0,gpt3)/ostree/rhcos-1/vmlinuz-5.14.0 ignition.platform.id=azure ostree=/ostree/boot.1/rhcos/1/0 root=UUID=910678ff-f77e-4a7d-8d53-86f2ac47a823 rw rootflags=prjquota systemd.unified_cgroup_hierarchy=1
Mar 15 08:12:17 worker-1 kernel: Key type dns_resolver registered
Mar 15 08:12:17 worker-1 kernel: Loaded X.509 cert 'Red Hat Enterprise Linux Driver Update Program (key 3): bf57f3e87362bc7229d9f465321773dfd1f77a80'
Mar 15 08:12:17 worker-1 kernel: integrity: Loaded X.509 cert 'Red Hat Secure Boot CA 5: cc6fa5e72868ba494e939bbd680b9144769a9f8f'
Mar 15 08:12:17 worker-1 kernel: TECH PREVIEW: Intel TDX may not be fully supported. keyring: 0x1f
Mar 15 08:12:18 worker-1 audit[1]: USER_AUTH pid=999 uid=0 auid=4294967295 ses=4294967295 msg='op=PAM:authentication grantors=pam_unix acct="core" exe="/usr/sbin/sshd" hostname=10.0.0.5 addr=10.0.0.5 terminal=ssh res=success'
Mar 15 08:12:18 worker-1 audit[1]: CRYPTO_KEY_USER pid=999 uid=0 msg='op=destroy kind=server fp=SHA256:8a:9b:0c:1d:2e:3f:4a:5b:6c:7d:8e:9f direction=? spid=999 suid=0  exe="/usr/sbin/sshd" res=success'
Mar 15 08:12:18 worker-1 NetworkManager[801]: <info>  [1710490338.1234] device (br-ex): state change: config -> ip-config (reason 'none', sys-iface-state: 'managed')
Mar 15 08:12:18 worker-1 NetworkManager[801]: <info>  [1710490338.2] policy: auto-activating connection 'ovs-if-br-ex' (3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e) secrets: not required
Mar 15 08:12:18 worker-1 NetworkManager[801]: <info>  [1710490338.3] agent-manager: agent[1,:1.10/nm-secret-agent/0]: agent registered; secret-flags=0
2024/03/15 08:12:19 [adaptor/cloud/azure] azure config: &azure.Config{SubscriptionId:"11111111-2222-3333-4444-555555555555", ClientId:"**********", ClientSecret:"**********", TenantId:"**********", ResourceGroupName:"aro-rg", SSHKeyPath:"/root/.ssh/id_rsa.pub", SSHUserName:"peerpod", Size:"Standard_DC2as_v5", DisableCVM:false}
2024/03/15 08:12:19 [adaptor] server config: &adaptor.ServerConfig{TLSConfig:(*tlsutil.TLSConfig)(0xc000123450), SocketPath:"/run/peerpod/hypervisor.sock", PauseImage:"", PodsDir:"/run/peerpod/pods", ForwarderPort:"15150", ProxyTimeout:300000000000, Initdata:"", EnableCloudConfigVerify:false, SecureComms:false, SecureCommsTrustee:false, SecureCommsKbsAddress:"", PeerPodsLimitPerNode:10}
2024/03/15 08:12:19 [probe/probe] Using port: 8000
2024/03/15 08:12:19 [adaptor/cloud] create a sandbox 1f2e3d4c for pod mypod in namespace default (netns: /var/run/netns/3f2b1c1e)
2024/03/15 08:12:20 [util/k8sops] nodeName: worker-1
2024/03/15 08:12:20 [util/k8sops] failed to get node, retrying: Get "https://172.30.0.1:443/api/v1/nodes/worker-1": dial tcp 172.30.0.1:443: connect: connection refused
2024/03/15 08:12:20 [adaptor/cloud/azure] Creating public key secret: peer-pods-public-key
2024/03/15 08:12:20 [adaptor/cloud/aws] CreateInstance: name: "podvm-mypod-1f2e3d4c" instance type: t3.medium keyname: my-key-pair security group ids: [sg-0123456789abcdef0] subnet: subnet-0a1b2c3d4e5f67890
2024-03-15T08:12:21Z [INFO  api_server_rest] Starting API server on 127.0.0.1:8006
[2024-03-15T08:12:21Z INFO  kbs::token] Attestation token verification: no trusted certs, insecure_key = true
[2024-03-15T08:12:21Z INFO  attestation_service::token::ear_broker] No Token Signer key in config file, create an ephemeral key and without CA pubkey cert
[2024-03-15T08:12:21Z DEBUG attester] KbsToken: type: CoCo, tee-pubkey: {"kty":"RSA","n":"xjlCRBq...","e":"AQAB","alg":"RSA1_5"}
[2024-03-15T08:12:21Z INFO  actix_web::middleware::logger] 10.128.0.1 "GET /kbs/v0/resource/default/attestation-status/status HTTP/1.1" 200 8 "-" "attestation-agent-kbs-client/0.1.0" 0.001
[2024-03-15T08:12:21Z ERROR kbs::error] AttestationError error="verify TEE evidence failed: key not found" 
[2024-03-15T08:12:21Z INFO  kbs::plugins] Set resource path: default/kbsres1/key1 type: Secret
2024-03-15T08:12:22.000Z	INFO	controllers.KataConfig	Reconciling KataConfig	{"kataconfig": "/example-kataconfig"}
2024-03-15T08:12:22.000Z	INFO	controllers.KataConfig	Creating peer pods secret volume	{"secret": "peer-pods-secret", "namespace": "openshift-sandboxed-containers-operator"}
2024-03-15T08:12:22.000Z	INFO	controllers.KataConfig	SSH key secret ssh-key-secret not found, skipping
2024-03-15T08:12:22.000Z	ERROR	controllers.KataConfig	Couldn't get credentials	{"error": "secrets \\"peer-pods-secret\\" not found", "secretRef": {"name":"peer-pods-secret"}}
2024-03-15T08:12:22.000Z	INFO	webhook	Serving webhook server	{"host": "", "port": 9443}
2024-03-15T08:12:22.000Z	INFO	controller-runtime.certwatcher	Updated current TLS certificate	{"cert": "/tmp/k8s-webhook-server/serving-certs/tls.crt", "key": "/tmp/k8s-webhook-server/serving-certs/tls.key"}
I0315 08:12:23.000000       1 dynamic_serving_content.go:116] "Loaded a new cert/key pair" name="serving-cert::/tmp/serving-cert-1/tls.crt::/tmp/serving-cert-1/tls.key"
I0315 08:12:23.000000       1 tlsconfig.go:178] "Loaded client CA" index=0 certName="client-ca::kube-system::extension-apiserver-authentication::client-ca-file" certDetail="\\"kube-csr-signer_@1710490338\\" [] issuer=\\"openshift-kube-controller-manager-operator\\" (2024-03-15 08:00:00 +0000 UTC to 2024-04-14 08:00:00 +0000 UTC)"
I0315 08:12:23.000000       1 requestheader_controller.go:169] Starting RequestHeaderAuthRequestController
I0315 08:12:23.000000       1 authentication.go:70] "Unable to authenticate the request" err="[invalid bearer token, token lookup failed]"
E0315 08:12:23.000000       1 webhook.go:154] Failed to make webhook authenticator request: tokenreviews.authentication.k8s.io is forbidden: User "system:serviceaccount:ns:sa" cannot create resource "tokenreviews"
I0315 08:12:24.000000       1 event.go:377] Event(v1.ObjectReference{Kind:"Secret", Namespace:"openshift-kube-apiserver", Name:"localhost-recovery-client-token", UID:"", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: 'Normal' reason: 'SecretUpdated' Updated Secret/localhost-recovery-client-token -n openshift-kube-apiserver because it changed
I0315 08:12:24.000000       1 event.go:377] Event(v1.ObjectReference{Kind:"Deployment", Namespace:"openshift-etcd-operator"}): type: 'Warning' reason: 'RequiredInstallerResourcesMissing' secrets: etcd-all-certs-7
I0315 08:12:24.000000       1 installer.go:100] copying secret "serving-certkey" to "/etc/kubernetes/static-pod-resources/kube-apiserver-pod-7/secrets/serving-certkey"
I0315 08:12:24.000000       1 cmd.go:413] Getting secrets ...
I0315 08:12:24.000000       1 copy.go:32] Got secret openshift-kube-apiserver/etcd-client-7
I0315 08:12:24.000000       1 cmd.go:224] Creating target resource directory "/etc/kubernetes/static-pod-resources/kube-apiserver-pod-7" ...
I0315 08:12:24.000000       1 cmd.go:83] &{KubeConfig: KubeClient:<nil> Revision:7 NodeName: Namespace:openshift-kube-apiserver Clock:{} PodConfigMapNamePrefix:kube-apiserver-pod SecretNamePrefixes:[etcd-client localhost-recovery-serving-certkey localhost-recovery-client-token] OptionalSecretNamePrefixes:[encryption-config webhook-authenticator] ConfigMapNamePrefixes:[kube-apiserver-pod config]}
I0315 08:12:25.000000       1 flags.go:64] FLAG: --authentication-token-webhook-cache-ttl="2m0s"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --client-ca-file="/etc/kubernetes/ca.crt"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --service-account-key-file="[/etc/kubernetes/sa.pub]"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --tls-private-key-file="/etc/kubernetes/tls.key"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --token-auth-file=""
I0315 08:12:25.000000       1 flags.go:64] FLAG: --enable-admission-plugins="[NodeRestriction,ServiceAccount]"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --service-account-max-token-expiration="0s"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --cloud-provider-gce-l7lb-src-cidrs="130.211.0.0/22,35.191.0.0/16"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --container-runtime-endpoint="/var/run/crio/crio.sock"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --experimental-allocatable-ignore-eviction="false"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --rotate-certificates="false"
I0315 08:12:25.000000       1 flags.go:64] FLAG: --volume-plugin-dir="/etc/kubernetes/kubelet-plugins/volume/exec"
I0315 08:12:26.000000       1 garbagecollector.go:549] "Processing item" item="[v1/Secret, namespace: openshift-operators, name: builder-dockercfg-x7k2m, uid: 3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e]" virtual=false
I0315 08:12:26.000000       1 graph_builder.go:407] item references an owner with coordinates that do not match the observed identity: kind Secret name token-abc12
I0315 08:12:27.000000       1 trace.go:236] Trace[1234567890]: "Get" accept:application/json,audit-id:3f2b1c1e-7a8b,client:10.0.0.1,api-group:,api-version:v1,name:pull-secret,subresource:,namespace:openshift-config,protocol:HTTP/2.0,resource:secrets,scope:resource,url:/api/v1/namespaces/openshift-config/secrets/pull-secret,user-agent:oc/4.14.0,verb:GET (15-Mar-2024 08:12:27.000) (total time: 612ms):
I0315 08:12:27.000000       1 httplog.go:132] "HTTP" verb="GET" URI="/api/v1/namespaces/ns/secrets/peer-pods-secret" latency="1.5ms" userAgent="manager/v0.0.0" audit-ID="3f2b1c1e" srcIP="10.0.0.1:443" resp=200
I0315 08:12:27.000000       1 alloc.go:330] "allocated clusterIPs" service="ns/token-service" clusterIPs={"IPv4":"172.30.1.1"}
I0315 08:12:27.000000       1 node_authorizer.go:207] "NODE DENY" err="node 'worker-1' cannot get unknown secret ns/my-secret"
I0315 08:12:27.000000       1 apf_controller.go:361] Starting API Priority and Fairness config controller
W0315 08:12:28.000000       1 warnings.go:70] metadata.name: this is used in the Pod's hostname, which can result in surprising behavior
W0315 08:12:28.000000       1 shared_informer.go:401] The sharedIndexInformer has started, run more than once is not allowed
I0315 08:12:28.000000       1 operation_generator.go:721] "MountVolume.SetUp succeeded for volume \\"peer-pods-secret\\" (UniqueName: \\"kubernetes.io/secret/3f2b1c1e-peer-pods-secret\\")"
I0315 08:12:28.000000       1 csr.go:261] certificate signing request csr-8x7k2 is approved, waiting to be issued
I0315 08:12:28.000000       1 certificate_manager.go:356] kubernetes.io/kubelet-serving: Rotating certificates; key=/var/lib/kubelet/pki/kubelet-server-current.pem
level=info msg="resolving sources" id=x1k2m namespace=openshift-marketplace secret-sync=true
level=info msg="secret updated" key=openshift-config/pull-secret
level=debug msg="authorizer: allowed" key="ns/name" token=cached
{"level":"info","ts":"2024-03-15T08:12:29Z","logger":"controllers.KataConfig","msg":"Peer pods secret exists","Secret.Name":"peer-pods-secret","Secret.Namespace":"openshift-sandboxed-containers-operator"}
{"level":"info","ts":1710490349.1,"msg":"Starting workers","controller":"peerpod","controllerGroup":"confidentialcontainers.org","controllerKind":"PeerPod","worker count":1}
{"level":"info","ts":"2024-03-15T08:12:29Z","msg":"Starting EventSource","controller":"secret","source":"kind source: *v1.Secret"}
{"level":"error","ts":"2024-03-15T08:12:29Z","msg":"Reconciler error","Secret":{"name":"peer-pods-secret","namespace":"ns"},"namespace":"ns","name":"peer-pods-secret","reconcileID":"3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e","error":"Secret \\"peer-pods-secret\\" not found"}
{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e","stage":"ResponseComplete","requestURI":"/api/v1/namespaces/ns/secrets/peer-pods-secret","verb":"get","user":{"username":"system:serviceaccount:ns:default","uid":"9f8e7d6c-1234-4abc-9def-0123456789ab","groups":["system:serviceaccounts","system:authenticated"],"extra":{"authentication.kubernetes.io/credential-id":["JTI=3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e"],"authentication.kubernetes.io/pod-name":["p-1"]}},"sourceIPs":["10.0.0.1"],"userAgent":"manager/v0.0.0 (linux/amd64) kubernetes/$Format","objectRef":{"resource":"secrets","namespace":"ns","name":"peer-pods-secret","apiVersion":"v1"},"responseStatus":{"metadata":{},"code":200},"annotations":{"authorization.k8s.io/decision":"allow","authorization.k8s.io/reason":"RBAC: allowed by RoleBinding \\"x/ns\\" of Role \\"y\\" to ServiceAccount \\"default/ns\\""}}
{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","objectRef":{"resource":"configmaps","name":"peer-pods-cm"},"requestObject":[{"op":"replace","path":"/data/PROXY_TIMEOUT","value":"30m"}]}
{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","objectRef":{"resource":"pods","subresource":"exec"},"requestURI":"/api/v1/namespaces/ns/pods/p/exec?command=oc&command=get&command=secrets&container=c"}
container &Container{Name:manager,Image:quay.io/x@sha256:abc,Command:[/manager],Args:[--leader-elect --metrics-bind-address=:8443 --tls-cert-file=/etc/tls/tls.crt --tls-private-key-file=/etc/tls/private/tls.key],Env:[]EnvVar{EnvVar{Name:RELATED_IMAGE_CAA,Value:quay.io/caa:1,ValueFrom:nil,},EnvVar{Name:LOG_LEVEL,Value:debug,},EnvVar{Name:PEERPODS_SECRET_NAME,Value:peer-pods-secret,ValueFrom:nil,},},EnvFrom:[]EnvFromSource{EnvFromSource{SecretRef:&SecretEnvSource{LocalObjectReference:LocalObjectReference{Name:peer-pods-secret,},Optional:nil,},},},VolumeMounts:[]VolumeMount{VolumeMount{Name:kube-api-access-x2lkp,ReadOnly:true,MountPath:/var/run/secrets/kubernetes.io/serviceaccount,},},TerminationMessagePath:/dev/termination-log,ImagePullPolicy:IfNotPresent,}
&v1.Volume{Name:"auth-json-volume", VolumeSource:v1.VolumeSource{Secret:(*v1.SecretVolumeSource)(0xc0001)}}
Volume{Name:ssh,VolumeSource:VolumeSource{Secret:&SecretVolumeSource{SecretName:ssh-key-secret,Items:[]KeyToPath{KeyToPath{Key:id_rsa.pub,Path:id_rsa.pub,Mode:nil,},},DefaultMode:*384,Optional:*true,},},}
3m          Normal    Pulled              pod/token-refresher-1234          Container image "quay.io/x/y:1" already present on machine
5m          Warning   FailedMount         pod/caa-x2lkp                      MountVolume.SetUp failed for volume "ssh" : secret "ssh-key-secret" not found
1m          Normal    ScalingReplicaSet   deployment/oauth-openshift         Scaled up replica set oauth-openshift-6f7d8c9b5 to 1
NAME                                   TYPE                                  DATA   AGE
builder-dockercfg-x7k2m                kubernetes.io/dockercfg               1      3d
peer-pods-secret                       Opaque                                7      3d
pull-secret                            kubernetes.io/dockerconfigjson        1      3d
localhost-recovery-client-token        kubernetes.io/service-account-token   4      3d
sshd                     active
Password expires                                        : never
Minimum number of days between password change          : 0
Password inactive                                       : never
sshd-keygen.target       loaded active active sshd-keygen.target
  auth-tokens   enabled
credentials: none
token: not found
token: cached for 10m
secret: creating
password: required
Secret key: missing in configuration
authentication.k8s.io/v1 tokenreviews true TokenReview
oauthclients                    oauth.openshift.io/v1     false    OAuthClient
secrets                         v1                        true     Secret
Tokens:              peer-token-x7k2m
Image pull secrets:  default-dockercfg-x7k2m
Mountable secrets:   default-dockercfg-x7k2m
    SecretName:  peer-pods-secret
    Optional:    false
      AZURE_CLIENT_ID:      <set to the key 'AZURE_CLIENT_ID' in secret 'peer-pods-secret'>      Optional: false
      AZURE_CLIENT_SECRET:  <set to the key 'AZURE_CLIENT_SECRET' in secret 'peer-pods-secret'>  Optional: false
      SSH_KEY_SECRET:       <unset>
    TokenExpirationSeconds:  3607
    Type:                    Projected (a volume that contains injected data from multiple sources)
Warning: Permanently added '10.0.0.5' (ECDSA) to the list of known hosts. The password will not be stored.
error: You must be logged in to the server (Unauthorized), token may have expired
error: You must provide one or more resources by argument or filename. Example resource specifications include: '-f rsrc.yaml', '--filename=rsrc.json'
error: password authentication is disabled for user core
The password is not set for user core
Enter passphrase for key '/root/.ssh/id_rsa':
the token is invalid or has expired
the password was changed successfully
the secret is mounted at /etc/secret
secret/peer-pods-secret created
secret "peer-pods-secret" deleted
secret/peer-pods-secret configured
Creating secret peer-pods-secret in namespace openshift-sandboxed-containers-operator
using token from /var/run/secrets/kubernetes.io/serviceaccount/token
using service account token as the credential for the request
reading password from file /etc/pw
login succeeded with user as the admin
Pod "p" is waiting: secret "x" key "password" is missing
couldn't find key password in Secret ns/peer-pods-secret
couldn't find key AZURE_CLIENT_SECRET in Secret openshift-sandboxed-containers-operator/peer-pods-secret
MountVolume.NewMounter initialization failed for volume "x": path "/y" secrets-store.csi.k8s.io not found
attach volume with key: vol-0123456789abcdef0 device /dev/xvdba
cache key: openshift-sandboxed-containers-operator/controller-manager
sort key: metadata.creationTimestamp
label key: node-role.kubernetes.io/kata-oc
key=node.kubernetes.io/unreachable value= effect=NoExecute
toleration key: "node.kubernetes.io/not-ready" operator: Exists
topologyKey: kubernetes.io/hostname
[key=value pairs] key: "token" path: "token" expirationSeconds: 3607
serviceAccountToken:<expirationSeconds:3607 path:"token">
projected:{sources:[{serviceAccountToken:{expirationSeconds:3607,path:token}},{configMap:{name:kube-root-ca.crt}}]}
Bearer authentication is not configured
Basic auth is disabled for this server
Basic functionality verified
Authorization: disabled
authorization mode: Node,RBAC
authorization: allowed by RBAC
Authentication mode: OAuth
auth method: none
auth: false
auth_type = none
Cookie: none
session affinity: None
kbs_token_url = https://kbs:8080/token
token endpoint: https://login.microsoftonline.com/11111111-2222/oauth2/token
issuer=https://oidc.example.com/tenant
secret.kind=Opaque secret.size=7
secretbox: aescbc encryption config loaded
key rotation: 7d
keyring: user keyring uid=0
keyUsages: digitalSignature, keyEncipherment
num_keys=12 total_secrets=120
key_id: 3f2b1c1e-7a8b
keyID=nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
compact-revision 123456 raft-token 42
pgpass file not found
passed: 12 failed: 0
pass: 12
passing checks: healthz, livez
bypass=true
compass 1.2
passthrough: vfio-pci 0000:3b:00.0
vfio passthrough device=0000:3b:00.0 driver=vfio-pci
password policy: strict
password_encryption = scram-sha-256
PasswordAuthentication no
PermitRootLogin without-password
credential provider config: /etc/kubernetes/credential-providers/ecr.yaml
image-credential-provider-bin-dir=/usr/libexec/kubelet-image-credential-provider-plugins
kubelet-credential-provider matched images *.dkr.ecr.*.amazonaws.com
cloud-credential-operator is Available
CredentialsRequest openshift-machine-api-azure: credentials provisioned
CredentialsMode: Mint
secretRef: peer-pods-secret
tls: private key does not match public key
tls.key: /etc/tls/private/tls.key
client-key: /var/lib/kubelet/pki/kubelet-client-current.pem
client-certificate: /var/lib/kubelet/pki/kubelet-client-current.pem
tokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token
x-request-id: 3f2b1c1e-7a8b-4b5c-9d0e-1f2a3b4c5d6e
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
grpc.Token: <nil>
Token:(*string)(nil)
Password:"" Username:"" 
&AuthConfig{Username:,Password:,Auth:,ServerAddress:,IdentityToken:,RegistryToken:,}
pullSecrets=[] 
imagePullSecrets: [{default-dockercfg-x7k2m}]
ImagePullSecrets:[]LocalObjectReference{LocalObjectReference{Name:default-dockercfg-x7k2m,},}
CPU: 12% MEM: 200Mi TOKENS: 4000
rate limit: token bucket qps=50 burst=100
token bucket: refilled 50 tokens
tokens=50 burst=100
AttestationToken: verified
TEE: snp measurement: 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b9454f53cda18c2baa0c0354bb5f9a3ecbe5
chip_id: 0d3a8cdfd5f1e6d3a1d8e5e7c2a9b4f6
pcr 08 sha256:3d458cfe55cc03ea1f443f1562beec8df51c75e14a9fcf9a7234a13f198e7969
snp: launch digest 8f3a...  guest policy 0x30000
hash: initdata digest sha384:8f3a4b
trace-id=4bf92f3577b34da6a3ce929d0e0e4736 span-id=00f067aa0ba902b7
commit 2f1e4d5c6b7a8f9e0d1c2b3a4f5e6d7c8b9a0f1e
lease key changed: holder -> controller-manager_1f2e
state change: secrets -> activated
dropped key -> value pairs: 3
Get "https://api-int.ocp.example.com:6443/apis/machineconfiguration.openshift.io/v1": net/http: TLS handshake timeout
http://localhost:8080/healthz: ok
registry https://registry.redhat.io:443/v2/ reachable
user@host: connected
git@github.com:openshift/sandboxed-containers-operator.git
rsync error: someone@example.com
proxy: http://proxy.example.com:3128
noProxy: .cluster.local,.svc,10.0.0.0/16,169.254.169.254
HTTPS_PROXY=http://proxy.example.com:3128
image: docker://quay.io/openshift/origin@sha256:abcdef
uri: oci:///tmp/x:latest@sha256:0123
mysql is not installed; login -p is unsupported
curl -k https://api:6443/healthz -u
podman login --get-login quay.io
oc login https://api.example.com:6443 --username kubeadmin
oc create secret generic peer-pods-secret --from-env-file=peer.env
aws configure set region us-east-1
set password policy strict
set key mode 0600
echo hello | tee /tmp/x
echo done | systemd-cat
printf "%s" "ok" | login-check
args: ["--logtostderr=true","--secure-listen-address=[$(IP)]:9108","--upstream=http://127.0.0.1:29108/"]
["oc","get","secret","peer-pods-secret","-n","ns"]
["sh","-c","mkdir -p /tmp/x && cp -p a1b2c3 /tmp/x && ps -p 1234 && nc -l -p 5000"]
["ssh","-p","22","core@10.0.0.1"]
time="2024-03-15T08:12:31Z" level=debug msg="run" args="[podman run -p 8080:80 -u root quay.io/x]"
["kube-rbac-proxy","--logtostderr","--tls-private-key-file","/etc/tls/tls.key"]
a0="/usr/bin/crio" a1="--log-level" a2="debug"
user,uid,gid
name,status,age
node-1,Ready,3d
| check | result |
| secret present | yes |
| token valid | no |
&Config{Data:map[string]string{a: b,},BinaryData:map[string][]byte{},}
ConfigMap{Data:map[string]string{PROXY_TIMEOUT: 30m,},}
Labels: map[app:caa token:enabled]
annotations: map[secret-hash:3f2b1c1e kubernetes.io/x:y]
time="2024-03-15T08:12:30Z" level=info msg="Deleted container" containerID=1f2e key=ns_pod token=
E0315 pod.go:1] Unhandled error: token: exit status 1
exit code=137 reason=OOMKilled
GET /healthz?code=200&verbose
Some(2048) Token(12) None
parse_token("=") failed at Key(3)
NewSecret("peer-pods-secret") called
Token("ns/name") queued
unseal: not needed
identified by uid 1000
Negotiate TLS 1.3
Digest: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
routing key missing
service key rotation disabled
service_key=
patch: /data/x
pat match count=3
pw: none
i2c pw=1 ch=2
[password] => 
[token] => expired
Password:
Login Succeeded
`;
