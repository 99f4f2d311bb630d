/** Whole receivers that verify what they are sent: as docs/events.md has them, to the letter. */
export const VERIFY_EXAMPLES: readonly { language: string; install: string; code: string }[] = [
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
    install: 'pip install standardwebhooks flask',
    code: `import os

from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])  # whsec_…
app = Flask(__name__)

@app.post("/voice")
def voice():
    try:
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"], event["id"])  # put it in a queue of your own
    return "", 204

app.run(port=int(os.environ["PORT"]))
`,
  },
  {
    language: 'Go',
    install: 'go get github.com/standard-webhooks/standard-webhooks/libraries',
    code: `package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET")) // whsec_…
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/voice", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 100_000))
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Printf("%s", body) // put it in a queue of your own
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}
`,
  },
];
