"""Sends what it is told on standard input, a line of JSON for each request, with one of three HTTP clients for Python."""
import json
import sys
import urllib.error
import urllib.request

which, user, password = sys.argv[1:4]


def with_requests():
    import requests
    from requests.auth import HTTPDigestAuth

    session = requests.Session()
    session.auth = HTTPDigestAuth(user, password)

    def send(method, url, headers, body):
        answer = session.request(method, url, headers=headers, data=body)
        return answer.status_code, answer.text

    return send


def with_httpx():
    import httpx

    client = httpx.Client(auth=httpx.DigestAuth(user, password), timeout=20)

    def send(method, url, headers, body):
        answer = client.request(method, url, headers=headers, content=body)
        return answer.status_code, answer.text

    return send


def with_urllib():
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()

    def send(method, url, headers, body):
        passwords.add_password(None, url, user, password)
        opener = urllib.request.build_opener(urllib.request.HTTPDigestAuthHandler(passwords))
        asked = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with opener.open(asked, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    return send


send = {"requests": with_requests, "httpx": with_httpx, "urllib": with_urllib}[which]()
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    body = None if asked["body"] is None else asked["body"].encode()
    try:
        status, text = send(asked["method"], asked["url"], asked["headers"], body)
        print(json.dumps({"status": status, "text": text}), flush=True)
    except Exception as error:
        print(json.dumps({"error": repr(error)[:300]}), flush=True)
