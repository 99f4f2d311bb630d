import type { VerifyExample } from '../../views/events/verify.js';

/** Whole receivers that verify what they are sent: as docs/events.md has them, to the letter. */
export const VERIFY_EXAMPLES: readonly VerifyExample[] = [
  {
    language: 'Node',
    install: 'npm install standardwebhooks express',
    code: `import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const app = express();

app.post('/voice', express.raw({ type: '*/*', limit: '100kb' }), (request, response) => {
  try {
    const event = webhook.verify(request.body, request.headers);
    console.log(event.type, event.id); // put it in a queue of your own
    response.sendStatus(204);
  } catch {
    response.sendStatus(401);
  }
});
app.listen(process.env.PORT);
`,
  },
  {
    language: 'Python',
    install: null,
    code: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def verify(body, headers):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    good = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(good, signature.encode()) for signature in signatures)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 100_000))
        good = self.path == "/voice" and verify(body, self.headers)
        if good:
            event = json.loads(body)
            print(event["type"], event["id"], flush=True)  # put it in a queue of your own
        self.send_response(204 if good else 401)
        self.end_headers()

ThreadingHTTPServer(("", int(os.environ["PORT"])), Receiver).serve_forever()
`,
  },
  {
    language: 'Go',
    install: null,
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func verify(key, body []byte, header http.Header) bool {
	sent, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if age := time.Now().Unix() - sent; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	io.WriteString(mac, header.Get("webhook-id")+"."+header.Get("webhook-timestamp")+".")
	mac.Write(body)
	good := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(good), []byte(signature)) {
			return true
		}
	}
	return false
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/voice", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 100_000))
		var event struct{ Type, ID string }
		if err != nil || !verify(key, body, r.Header) || json.Unmarshal(body, &event) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Println(event.Type, event.ID) // put it in a queue of your own
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}
`,
  },
];
