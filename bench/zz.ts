import { makeInput } from './inputs.ts'; import { Session } from './session.ts'; import { peer } from './servers.ts'; import { idle } from './process.ts';
const mk=(d)=>({name:'ours',command:[d+'/server.js','--stdio'],settings:(s)=>s==='osc'?{}:null});
const sv={now:mk('/tmp/prof/dist'),peer};
const n=Number(process.argv[2]??1);
const input=makeInput('file:///bench/'+(n===1?'single.yaml':'mixed.yaml'),n); const ss={},t={},o={};
for(const k in sv){ss[k]=new Session(sv[k]);await ss[k].initialize();await ss[k].open(input);await idle(ss[k].pid);t[k]=[];o[k]=0;}
for(let i=0;i<70;i++) for(const k in sv){const s=ss[k]; let diag=false; const a=performance.now(); const said=s.diagnosticsWhere(input,d=>d.length>0).then(()=>{diag=true}); const ty=s.insert(input,input.blank,'l'); await s.complete(input,{line:input.blank.line,character:3}); if(i>=40){t[k].push(performance.now()-a); o[k]+=diag?1:0;} await ty; await said; await idle(s.pid); const back=s.diagnosticsWhere(input,d=>d.length>0); await s.remove(input,input.blank,1); await back; await idle(s.pid);}
for(const k in sv){const v=t[k].sort((a,b)=>a-b);console.log(k,'p25',v[7].toFixed(2),'median',v[15].toFixed(2),'diagnostics first',o[k]); await ss[k].stop();}
