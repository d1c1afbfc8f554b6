// The end of the Google popup: tells the page that opened it how it went, then closes the window.
const result = { from: 'google-popup', ...Object.fromEntries(new URLSearchParams(location.search)) }
if (opener) opener.postMessage(result, location.origin)
new BroadcastChannel('google-popup').postMessage(result)
setTimeout(() => close(), 50)
