var d="/kept",c="/packages",a=null,m=[],g=!1,f=!1,l=e=>postMessage({kind:"stage",name:e}),u=(e,t)=>new Promise((i,r)=>{e.FS.syncfs(t,o=>o?r(o):i())});async function p(e){if(f=!0,!g){for(g=!0;f;){f=!1;try{await u(e,!1)}catch(t){postMessage({kind:"full",message:String(t)})}}g=!1}}async function k({base:e}){l("runtime");let t=await(await fetch(new URL("site.json",e))).json(),i=Promise.all(t.archives.map(async s=>(await fetch(new URL(s,e))).arrayBuffer())),r=new URL("runtime/pyodide.mjs",e).href,{loadPyodide:o}=await import(r),n=await o({indexURL:new URL("runtime/",e).href});l("packages");for(let s of await i)n.unpackArchive(s,"zip",{extractDir:c});n.FS.mkdirTree(d),n.FS.mount(n.FS.filesystems.IDBFS,{},d);try{await u(n,!0)}catch(s){postMessage({kind:"full",message:String(s)})}l("rules"),n.globals.set("post",s=>{s.startsWith('{"kind": "changed"')?p(n):postMessage({kind:"python",text:s})}),a=await n.runPythonAsync(`
import sys
sys.path.insert(0, "${c}")
from rulewright.workbench.site.worker import Worker
worker = Worker(post, ${JSON.stringify(t.games.map(s=>`${c}/${s}`))}, "${d}/matches.sqlite")
await worker.start()
worker.hear
`);for(let s of m)a(s);m=[],postMessage({kind:"begun",start:t.start})}self.onmessage=e=>{let t=e.data;t.kind==="start"?k(t).catch(i=>postMessage({kind:"failed",message:String(i)})):a?a(t.text):m.push(t.text)};
